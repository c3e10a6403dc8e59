import { useState } from 'react'

import { formatDay, formatMoment } from '#contract/dates.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import { confirmFix, extendHold } from '#contract/enforcement/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { Row, Rows } from '../parts/list.tsx'
import { usePermit } from '../rights.ts'
import { CASE_ROUTES, type OneCase } from './decide-form.tsx'
import { staffCaseTexts as texts } from './messages.ts'

/** What was decided, the latest first. */
export function Decisions({ row }: { row: OneCase }) {
  const { measures, rules } = enforcementMessages
  if (row.decisions.length === 0) return null
  return (
    <section>
      <h2 className="mb-3 font-display text-xl">{texts.decisions}</h2>
      <Rows>
        {row.decisions.map(
          ({ measure, rule, facts, decidedAt, untilAt, fixUntil, fixedAt, liftedAt, extendedAt }) => (
            <Row
              key={decidedAt}
              title={measures[measure]}
              meta={`${texts.decided(formatMoment(decidedAt))} · ${rules[rule]}`}
            >
              <p dir="auto" className="mt-2 text-base wrap-anywhere whitespace-pre-wrap">
                {facts}
              </p>
              {liftedAt !== null && (
                <p className="mt-2 text-sm text-ink-soft">{texts.lifted(formatMoment(liftedAt))}</p>
              )}
              {liftedAt === null && untilAt !== null && (
                <p className="mt-2 text-sm text-ink-soft">{texts.until(formatMoment(untilAt))}</p>
              )}
              {liftedAt === null && measure === 'hold_payouts' && extendedAt === null && (
                <ExtendHold caseId={row._id} />
              )}
              {liftedAt === null && fixUntil !== null && (
                <p className="mt-2 text-sm text-ink-soft">
                  {fixedAt === null
                    ? texts.fixUntil(formatDay(fixUntil))
                    : texts.saysFixed(formatDay(fixedAt))}
                </p>
              )}
              {liftedAt === null && fixedAt !== null && <ShowAgain caseId={row._id} />}
            </Row>
          ),
        )}
      </Rows>
    </section>
  )
}

function ExtendHold({ caseId }: { caseId: string }) {
  const mayHold = usePermit('payouts.hold') !== null
  const [isAsking, setIsAsking] = useState(false)
  const { extend } = texts
  if (!mayHold) return null
  return (
    <>
      <Button size="small" className="mt-3" onClick={() => setIsAsking(true)}>
        {extend.open}
      </Button>
      {isAsking && (
        <ReasonDialog
          route={extendHold}
          inputOf={(facts) => ({ caseId, facts })}
          refreshes={CASE_ROUTES}
          title={extend.title}
          body={extend.body}
          label={extend.label}
          help={extend.help}
          confirmLabel={extend.confirm}
          done={extend.done}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

function ShowAgain({ caseId }: { caseId: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const { fixed } = texts
  const confirmed = useMutation(confirmFix, {
    refreshes: CASE_ROUTES,
    onDone: () => toast.success(fixed.done),
  })
  return (
    <>
      <Button size="small" className="mt-3" onClick={() => setIsAsking(true)}>
        {fixed.open}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={fixed.title}
        body={fixed.body}
        confirmLabel={fixed.confirm}
        isPending={confirmed.isPending}
        error={confirmed.error?.message}
        onConfirm={() => confirmed.mutate({ input: { caseId } })}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
