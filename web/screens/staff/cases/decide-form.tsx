import { useState } from 'react'

import { HOLD_DAYS } from '#contract/enforcement/deadlines.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import { GROUNDS, isPageLimit, MEASURES, MEASURES_OF, REPORT_REASONS } from '#contract/enforcement/rules.ts'
import { decideCase } from '#contract/enforcement/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

import { staffCaseTexts } from './messages.ts'
import { CASE_ROUTES, type OneCase } from './one-case.ts'

const texts = staffCaseTexts.form

/** Decides an open case: what is done, on which rule and basis, and what was found. */
export function DecideForm({ row }: { row: OneCase }) {
  const { measures, rules } = enforcementMessages
  const [measure, setMeasure] = useState<(typeof MEASURES)[number]>('none')
  const [rule, setRule] = useState(row.reason)
  const [ground, setGround] = useState<(typeof GROUNDS)[number]>('terms')
  const [facts, setFacts] = useState('')
  const [fixDays, setFixDays] = useState('')
  const [days, setDays] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const decide = useMutation(decideCase, { refreshes: CASE_ROUTES, onDone: () => toast.success(texts.done) })

  // Payouts are held for a time that isn't chosen.
  const hasDays = isPageLimit(measure) && measure !== 'hold_payouts'

  function confirm() {
    const fix = measure === 'hide' && fixDays.trim() !== '' ? { fixDays: Number(fixDays) } : {}
    const limit = hasDays && days.trim() !== '' ? { days: Number(days) } : {}
    decide.mutate(
      { input: { caseId: row._id, measure, rule, ground, facts, ...fix, ...limit } },
      { onError: () => setIsAsking(false) },
    )
  }

  return (
    <form
      className="rounded-card border border-line bg-paper-raised p-5"
      onSubmit={(event) => {
        event.preventDefault()
        setIsAsking(true)
      }}
    >
      <h2 className="font-display text-xl">{texts.title}</h2>
      <div className="mt-4 space-y-4">
        <Select
          label={texts.measure}
          value={measure}
          options={MEASURES_OF[row.kind].map((value) => ({ value, label: measures[value] }))}
          onChange={({ target }) => setMeasure(MEASURES.find((each) => each === target.value) ?? measure)}
        />
        <Select
          label={texts.rule}
          value={rule}
          options={REPORT_REASONS.map((value) => ({ value, label: rules[value] }))}
          onChange={({ target }) => setRule(REPORT_REASONS.find((each) => each === target.value) ?? rule)}
        />
        <Select
          label={texts.ground}
          value={ground}
          options={GROUNDS.map((value) => ({ value, label: texts.grounds[value] }))}
          onChange={({ target }) => setGround(GROUNDS.find((each) => each === target.value) ?? ground)}
        />
        {measure === 'hide' && (
          <NumberField
            label={texts.fixDays}
            help={texts.fixDaysHelp}
            isWhole
            value={fixDays}
            onChange={(event) => setFixDays(event.target.value)}
          />
        )}
        {hasDays && (
          <NumberField
            label={texts.days}
            help={texts.daysHelp}
            isWhole
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
        {measure === 'hold_payouts' && <p className="text-ink-soft">{texts.held(HOLD_DAYS)}</p>}
        <TextArea
          label={texts.facts}
          help={texts.factsHelp}
          error={decide.error?.message}
          rows={5}
          value={facts}
          onChange={(event) => setFacts(event.target.value)}
        />
        <Button type="submit" variant="primary">
          {texts.submit}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.confirmTitle(measures[measure])}
        body={texts.confirmBody(row.concerned.name)}
        confirmLabel={texts.confirm}
        isPending={decide.isPending}
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      />
    </form>
  )
}
