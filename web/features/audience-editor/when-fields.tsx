import type { DraftStep } from '#contract/audiences/draft-steps.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { localInput, momentOfInput, morningIn } from './local-time.ts'
import { audienceEditorTexts as texts } from './messages.ts'

const BEGINNINGS = ['publishing', 'days', 'date'] as const
type Beginning = (typeof BEGINNINGS)[number]

/** What a step begins with until its creator says otherwise. */
const DAYS_AT_FIRST = 3
const DATE_IN_DAYS_AT_FIRST = 7
const END_IN_DAYS_AT_FIRST = 30

/** When a step opens, and when it closes again. */
export function WhenFields({
  step,
  now,
  onChange,
}: {
  step: DraftStep
  now: Date
  onChange: (step: DraftStep) => void
}) {
  const { fromAt, untilAt, afterDays } = step
  const begins = beginningOf(step)

  function begin(chosen: Beginning) {
    onChange({
      ...step,
      fromAt: chosen === 'date' ? morningIn(DATE_IN_DAYS_AT_FIRST, now) : null,
      afterDays: chosen === 'days' ? DAYS_AT_FIRST : null,
    })
  }

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={texts.when}
          value={begins}
          options={BEGINNINGS.map((known) => ({ value: known, label: texts.begins[known] }))}
          onChange={({ target }) => begin(BEGINNINGS.find((known) => known === target.value) ?? begins)}
        />
        {begins === 'days' && (
          <NumberField
            isWhole
            label={texts.days}
            value={afterDays ? String(afterDays) : ''}
            onChange={({ target }) => onChange({ ...step, afterDays: daysOf(target.value) })}
          />
        )}
        {fromAt !== null && (
          <TextField
            type="datetime-local"
            label={texts.date}
            defaultValue={localInput(fromAt)}
            min={localInput(now)}
            onChange={({ target }) => {
              const at = momentOfInput(target.value)
              if (at !== null) onChange({ ...step, fromAt: at })
            }}
          />
        )}
      </div>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Checkbox
          label={texts.closes}
          checked={untilAt !== null}
          onChange={({ target }) =>
            onChange({ ...step, untilAt: target.checked ? morningIn(END_IN_DAYS_AT_FIRST, now) : null })
          }
        />
        {untilAt !== null && (
          <TextField
            type="datetime-local"
            label={texts.closesAt}
            defaultValue={localInput(untilAt)}
            min={localInput(now)}
            onChange={({ target }) => {
              const at = momentOfInput(target.value)
              if (at !== null) onChange({ ...step, untilAt: at })
            }}
          />
        )}
      </div>
    </>
  )
}

function beginningOf({ fromAt, afterDays }: DraftStep): Beginning {
  if (fromAt !== null) return 'date'
  return afterDays === null || afterDays === undefined ? 'publishing' : 'days'
}

/** Zero stands for a number that isn't one; the step then says what is wrong. */
function daysOf(typed: string): number {
  const days = Number(typed)
  return Number.isInteger(days) ? days : 0
}
