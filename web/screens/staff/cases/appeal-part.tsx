import { useState } from 'react'

import { formatMoment } from '#contract/dates.ts'
import { answerAppeal, recordAppeal } from '#contract/enforcement/calls.ts'
import { Button } from '#web/ui/button.tsx'

import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { Row, Rows } from '../parts/list.tsx'
import { CASE_ROUTES, type OneCase } from './decide-form.tsx'
import { staffCaseTexts } from './messages.ts'

const texts = staffCaseTexts.appeal

/** The appeal of a decided case: to be answered by somebody else, or to be entered when it came by mail. */
export function AppealPart({ row }: { row: OneCase }) {
  const [act, setAct] = useState<'upheld' | 'overturned' | 'record' | null>(null)
  const { appeal, decisions, _id: caseId } = row
  const [latest] = decisions
  if (!latest || (appeal === null && (latest.measure === 'none' || latest.liftedAt !== null))) return null
  const close = () => setAct(null)
  return (
    <section>
      <h2 className="mb-3 font-display text-xl">{texts.title}</h2>
      {appeal === null ? (
        <Button size="small" onClick={() => setAct('record')}>
          {texts.record.open}
        </Button>
      ) : (
        <Rows>
          <Row
            title={
              appeal.outcome === null ? texts.due(formatMoment(appeal.dueAt)) : texts.answered[appeal.outcome]
            }
          >
            <p dir="auto" className="mt-2 text-base wrap-anywhere whitespace-pre-wrap">
              {appeal.text}
            </p>
            {appeal.answer !== '' && (
              <p
                dir="auto"
                className="mt-3 border-s-2 border-line ps-3 text-base wrap-anywhere text-ink-soft"
              >
                {appeal.answer}
              </p>
            )}
            {appeal.outcome === null && (
              <div className="mt-3 flex flex-wrap gap-2">
                <Button size="small" onClick={() => setAct('overturned')}>
                  {texts.overturn}
                </Button>
                <Button size="small" onClick={() => setAct('upheld')}>
                  {texts.uphold}
                </Button>
              </div>
            )}
          </Row>
        </Rows>
      )}
      {act === 'record' && (
        <ReasonDialog
          route={recordAppeal}
          inputOf={(text) => ({ caseId, text })}
          refreshes={CASE_ROUTES}
          title={texts.record.title}
          body={texts.record.body}
          label={texts.record.label}
          help=""
          confirmLabel={texts.record.confirm}
          done={texts.record.done}
          onClose={close}
        />
      )}
      {(act === 'upheld' || act === 'overturned') && (
        <ReasonDialog
          route={answerAppeal}
          inputOf={(answer) => ({ caseId, outcome: act, answer })}
          refreshes={CASE_ROUTES}
          title={act === 'upheld' ? texts.upholdTitle : texts.overturnTitle}
          body={act === 'upheld' ? texts.upholdBody : texts.overturnBody}
          label={texts.answer}
          help={texts.help}
          confirmLabel={act === 'upheld' ? texts.upholdConfirm : texts.overturnConfirm}
          done={texts.done}
          onClose={close}
        />
      )}
    </section>
  )
}
