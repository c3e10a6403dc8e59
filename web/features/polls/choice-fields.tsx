import type { PollForm } from '#contract/polls/poll.ts'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'
import { Select } from '#web/ui/select.tsx'

import { pollTexts } from './messages.ts'

const texts = pollTexts.dialog

/** How many options a vote names. */
export function ChoiceFields({
  values: { choicesMin, choicesMax, options },
  error,
  onChange,
}: {
  values: PollForm
  error: string | null
  onChange: (changed: Partial<PollForm>) => void
}) {
  const isSingle = choicesMax === 1
  const numbers = (from: number) =>
    Array.from({ length: Math.max(1, options.length - from + 1) }, (_, index) => ({
      value: String(index + from),
      label: String(index + from),
    }))
  return (
    <div className="flex flex-col gap-4">
      <div>
        <SegmentedToggle
          label={texts.choices}
          value={isSingle ? 'single' : 'multiple'}
          segments={[
            { value: 'single', label: texts.single },
            { value: 'multiple', label: texts.multiple },
          ]}
          onChange={(value) =>
            onChange({ choicesMin: 1, choicesMax: value === 'single' ? 1 : Math.max(2, options.length) })
          }
        />
      </div>
      {!isSingle && (
        <div className="grid grid-cols-2 gap-4">
          <Select
            label={texts.atLeast}
            value={String(choicesMin)}
            options={numbers(1).slice(0, choicesMax)}
            onChange={({ target }) => onChange({ choicesMin: Number(target.value) })}
          />
          <Select
            label={texts.atMost}
            value={String(choicesMax)}
            options={numbers(2)}
            onChange={({ target }) => {
              const max = Number(target.value)
              onChange({ choicesMax: max, choicesMin: Math.min(choicesMin, max) })
            }}
          />
        </div>
      )}
      {error !== null && <ErrorLine>{error}</ErrorLine>}
    </div>
  )
}
