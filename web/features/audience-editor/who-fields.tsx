import type { DraftStep } from '#contract/audiences/draft-steps.ts'
import { type Reach, REACHES } from '#contract/audiences/reach.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'

import { audienceEditorTexts as texts } from './messages.ts'

/** What a place calls the choice, where it differs from {@link texts}. */
export interface WhoWords {
  who?: string
  everyone?: string
}

export interface StepFieldsProps {
  step: DraftStep
  plans: readonly Pick<Plan, '_id' | 'name'>[]
  onChange: (step: DraftStep) => void
}

/** Whom a step opens to. */
export function WhoFields({ step, plans, words, onChange }: StepFieldsProps & { words?: WhoWords }) {
  const names = { ...texts.reach, everyone: words?.everyone ?? texts.reach.everyone }
  const { reach, planIds } = step
  function chooseReach(chosen: Reach) {
    // One plan is chosen to begin with: a step without any would be refused.
    const first = plans.slice(0, 1).map(({ _id }) => _id)
    onChange({ ...step, reach: chosen, planIds: chosen === 'plans' ? first : [], isExact: false })
  }
  const offered = REACHES.filter((known) => known !== 'plans' || plans.length > 0 || reach === 'plans')
  return (
    <>
      <Select
        label={words?.who ?? texts.who}
        value={reach}
        options={offered.map((known) => ({ value: known, label: names[known] }))}
        onChange={({ target }) => chooseReach(offered.find((known) => known === target.value) ?? reach)}
      />
      {reach === 'plans' && (
        <fieldset className="min-w-0">
          <legend className="text-sm font-medium text-ink">{texts.plans}</legend>
          <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
            {plans.map(({ _id, name }) => (
              <Checkbox
                key={_id}
                label={<span className="wrap-break-word">{name}</span>}
                checked={planIds.includes(_id)}
                onChange={({ target }) =>
                  onChange({
                    ...step,
                    planIds: target.checked ? [...planIds, _id] : planIds.filter((planId) => planId !== _id),
                  })
                }
              />
            ))}
          </div>
          <div className="border-t border-line">
            <Checkbox
              label={texts.isExact}
              checked={step.isExact}
              onChange={({ target }) => onChange({ ...step, isExact: target.checked })}
            />
          </div>
          {!step.isExact && <p className="text-sm text-ink-faint">{texts.plansHelp}</p>}
        </fieldset>
      )}
    </>
  )
}
