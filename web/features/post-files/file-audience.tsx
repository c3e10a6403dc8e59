import { ChevronDown } from 'lucide-react'

import { formatList } from '#contract/lists.ts'
import { type Plan, planPriceText } from '#web/features/plan-cards/plan-price.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

import { filesFieldTexts } from './messages.ts'

const texts = filesFieldTexts.audience

/** Who may download a file, of those who can read its post: everyone, or members of some plans. */
export function FileAudience({
  planIds,
  plans,
  onChange,
}: {
  planIds: readonly string[]
  plans: readonly Plan[]
  onChange: (planIds: string[]) => void
}) {
  const names = plans.filter(({ _id }) => planIds.includes(_id)).map(({ name }) => name)
  const isAnyGone = names.length < planIds.length
  const chosen = isAnyGone ? [...names, texts.planGone] : names
  return (
    <details className="group mt-1">
      <summary className="-ms-2 inline-flex min-h-11 max-w-full cursor-pointer list-none items-center gap-1.5 rounded-control px-2 text-sm font-medium text-ink-soft hover:bg-wash hover:text-ink [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 wrap-anywhere">
          {chosen.length === 0 ? texts.everyone : texts.plans(formatList(chosen))}
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform duration-120 group-open:rotate-180"
        />
      </summary>
      <fieldset className="mt-1 pb-1">
        <legend className="text-sm font-medium">{texts.legend}</legend>
        {plans.map((plan) => (
          <Checkbox
            key={plan._id}
            label={texts.plan(plan.name, planPriceText(plan, 'monthly'))}
            checked={planIds.includes(plan._id)}
            onChange={(event) => {
              // Plans that are gone go with the first choice.
              const others = plans
                .map(({ _id }) => _id)
                .filter((id) => id !== plan._id && planIds.includes(id))
              onChange(event.target.checked ? [...others, plan._id] : others)
            }}
          />
        ))}
        <p className="text-sm text-ink-faint">{texts.help}</p>
      </fieldset>
    </details>
  )
}
