import { useState } from 'react'

import { getOverview } from '#contract/console/calls.ts'
import { HOLD_DAYS } from '#contract/enforcement/deadlines.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import {
  GROUNDS,
  isPageLimit,
  type MEASURES,
  MEASURES_OF,
  REPORT_REASONS,
} from '#contract/enforcement/rules.ts'
import { decideCase, getCase, listCases } from '#contract/enforcement/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

import { staffCaseTexts } from './messages.ts'

const texts = staffCaseTexts.form

/** A case, as the staff see it. */
export type OneCase = OutputOf<typeof getCase>

/** What shows a case and what waits with it. */
export const CASE_ROUTES = [getCase, listCases, getOverview]

type Measure = (typeof MEASURES)[number]

const NOTHING = {
  measure: 'none' as Measure,
  ground: 'terms' as (typeof GROUNDS)[number],
  facts: '',
  fixDays: '',
  days: '',
}

/** Decides an open case: what is done, on which rule and basis, and what was found. */
export function DecideForm({ row }: { row: OneCase }) {
  const { measures, rules } = enforcementMessages
  const [isAsking, setIsAsking] = useState(false)
  const form = useCallForm(decideCase, {
    initial: { ...NOTHING, rule: row.reason },
    input: ({ fixDays, days, ...values }) => ({
      caseId: row._id,
      ...values,
      ...(values.measure === 'hide' && fixDays.trim() !== '' && { fixDays: Number(fixDays) }),
      ...(hasDays(values.measure) && days.trim() !== '' && { days: Number(days) }),
    }),
    refreshes: CASE_ROUTES,
    onDone: () => toast.success(texts.done),
    onRefused({ message }) {
      setIsAsking(false)
      return { facts: message }
    },
  })
  const { measure } = form.values
  return (
    <form
      {...form.props}
      className="rounded-card border border-line bg-paper-raised p-5"
      onSubmit={(event) => {
        event.preventDefault()
        setIsAsking(true)
      }}
    >
      <h2 className="font-display text-xl">{texts.title}</h2>
      <div className="mt-4 space-y-4">
        <Select
          {...form.field('measure')}
          label={texts.measure}
          options={MEASURES_OF[row.kind].map((value) => ({ value, label: measures[value] }))}
        />
        <Select
          {...form.field('rule')}
          label={texts.rule}
          options={REPORT_REASONS.map((value) => ({ value, label: rules[value] }))}
        />
        <Select
          {...form.field('ground')}
          label={texts.ground}
          options={GROUNDS.map((value) => ({ value, label: texts.grounds[value] }))}
        />
        {measure === 'hide' && (
          <NumberField {...form.field('fixDays')} label={texts.fixDays} help={texts.fixDaysHelp} isWhole />
        )}
        {hasDays(measure) && (
          <NumberField {...form.field('days')} label={texts.days} help={texts.daysHelp} isWhole />
        )}
        {measure === 'hold_payouts' && <p className="text-ink-soft">{texts.held(HOLD_DAYS)}</p>}
        <TextArea {...form.field('facts')} label={texts.facts} help={texts.factsHelp} rows={5} />
        <Button type="submit" variant="primary">
          {texts.submit}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.confirmTitle(measures[measure])}
        body={texts.confirmBody(row.concerned.name)}
        confirmLabel={texts.confirm}
        isPending={form.isSaving}
        onConfirm={form.submit}
        onCancel={() => setIsAsking(false)}
      />
    </form>
  )
}

/** Payouts are held for a time that isn't chosen. */
function hasDays(measure: Measure): boolean {
  return isPageLimit(measure) && measure !== 'hold_payouts'
}
