import { appealDecision, getOwnCase, listOwnCases } from '#contract/enforcement/calls.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import type { OwnCase } from '#contract/enforcement/routes.ts'
import { APPEAL_MAX_LENGTH } from '#contract/enforcement/rules.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { dayText } from '#web/features/time/when-text.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Quote } from '#web/ui/quote.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

import { isOver } from './case-state.ts'
import { casesTexts } from './messages.ts'

const texts = casesTexts.appeal

/** The appeal against a decision: made once, answered by somebody else. */
export function AppealPart({ row }: { row: OwnCase }) {
  const { measure, liftedAt, appeal, appealUntil } = row
  if (measure === 'none' || (liftedAt !== null && appeal === null)) return null
  return (
    <section>
      <h2 className="font-display text-xl">{texts.title}</h2>
      {appeal ? (
        <Made appeal={appeal} hasEnded={liftedAt !== null} />
      ) : isOver(appealUntil) ? (
        <p className="mt-2 text-base text-ink-soft">{texts.over(dayText(appealUntil))}</p>
      ) : (
        <Form row={row} />
      )}
    </section>
  )
}

function Made({ appeal, hasEnded }: { appeal: NonNullable<OwnCase['appeal']>; hasEnded: boolean }) {
  const { text, appealedAt, dueAt, answer, answeredAt } = appeal
  return (
    <div className="mt-4 space-y-5">
      <Quote title={texts.yours(dayText(appealedAt))} words={text} />
      {answeredAt !== null && <Quote title={texts.answer(dayText(answeredAt))} words={answer} />}
      {answeredAt === null && !hasEnded && (
        <p className="text-base text-ink-soft">{texts.waits(dayText(dueAt))}</p>
      )}
    </div>
  )
}

function Form({ row: { _id, appealUntil } }: { row: OwnCase }) {
  const form = useCallForm(appealDecision, {
    initial: { text: '' },
    check: ({ text }) => (text.trim() === '' ? { text: enforcementMessages.appealMissing } : {}),
    input: ({ text }) => ({ caseId: _id, text }),
    refreshes: [getOwnCase, listOwnCases],
    onDone: () => toast.success(texts.sent),
  })
  return (
    <form {...form.props} className="mt-2 space-y-4">
      <p className="text-base text-ink-soft">{texts.body(dayText(appealUntil))}</p>
      <FormError>{form.problem}</FormError>
      <TextArea {...form.field('text')} label={texts.label} rows={5} characterLimit={APPEAL_MAX_LENGTH} />
      <Button type="submit" variant="primary" isLoading={form.isSaving}>
        {texts.send}
      </Button>
    </form>
  )
}
