import type { PollForm } from '#contract/polls/poll.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

import { pollTexts } from './messages.ts'

const texts = pollTexts.dialog

/** How often the votes of each plan's holders count. */
export function WeightFields({
  weights,
  plans,
  errors,
  onChange,
}: {
  weights: PollForm['weights']
  plans: readonly Pick<Plan, '_id' | 'name'>[]
  errors: Readonly<Record<string, string | undefined>>
  onChange: (weights: PollForm['weights']) => void
}) {
  const problem = Object.entries(errors).find(([name]) => name.startsWith('weights'))?.[1]
  return (
    <details className="group" open={weights.length > 0 || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium text-brand">
        {texts.weights}
      </summary>
      <p className="text-sm text-ink-faint">{texts.weightsHelp}</p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        {plans.map(({ _id, name }) => {
          const given = weights.find(({ planId }) => planId === _id)
          return (
            <NumberField
              key={_id}
              label={name}
              isWhole
              prefixText="×"
              value={given ? (Number.isNaN(given.weight) ? '' : String(given.weight)) : '1'}
              onChange={({ target }) => {
                const typed = target.value.replace(/\D/g, '').slice(0, 3)
                const weight = typed === '' ? Number.NaN : Number(typed)
                onChange([...weights.filter(({ planId }) => planId !== _id), { planId: _id, weight }])
              }}
            />
          )
        })}
      </div>
      {problem !== undefined && <ErrorLine>{problem}</ErrorLine>}
    </details>
  )
}
