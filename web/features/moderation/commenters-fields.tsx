import { COMMENTERS, type Commenters } from '#contract/moderation/rules.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'

import { moderationTexts } from './messages.ts'

const texts = moderationTexts.commenters

/** null: whoever the page lets. */
export interface CommentersChoice<Who extends Commenters | null = Commenters | null> {
  commentsFrom: Who
  planIds: string[]
}

interface CommentersFieldsProps {
  pageHandle: string
  value: CommentersChoice
  /** What leaves it to the page; absent: this is the page's own choice. */
  asOnPage?: string
  isLabelHidden?: boolean
  onChange: (value: CommentersChoice) => void
}

/** Who may comment; of plans, at least one stays chosen. */
export function CommentersFields(props: CommentersFieldsProps) {
  const { pageHandle, value, asOnPage, isLabelHidden, onChange } = props
  const { commentsFrom, planIds } = value
  const plans = useQuery(getCreatorPlans, { pageHandle }).data ?? []
  const offered = COMMENTERS.filter((who) => who !== 'plans' || plans.length > 0 || commentsFrom === 'plans')

  function choose(named: string) {
    const chosen = offered.find((who) => who === named) ?? null
    const first = plans.slice(0, 1).map(({ _id }) => _id)
    onChange({ commentsFrom: chosen, planIds: chosen === 'plans' ? first : [] })
  }
  function toggle(planId: string, isChosen: boolean) {
    const next = isChosen ? [...planIds, planId] : planIds.filter((id) => id !== planId)
    if (next.length > 0) onChange({ commentsFrom, planIds: next })
  }

  return (
    <div className="space-y-3">
      <Select
        label={texts.label}
        isLabelHidden={isLabelHidden ?? false}
        value={commentsFrom ?? ''}
        options={[
          ...(asOnPage === undefined ? [] : [{ value: '', label: asOnPage }]),
          ...offered.map((who) => ({ value: who, label: texts[who] })),
        ]}
        onChange={({ target }) => choose(target.value)}
      />
      {commentsFrom === 'plans' && (
        <fieldset className="min-w-0">
          <legend className="text-sm font-medium text-ink">{texts.plansLabel}</legend>
          <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
            {plans.map(({ _id, name }) => (
              <Checkbox
                key={_id}
                label={<span className="wrap-break-word">{name}</span>}
                checked={planIds.includes(_id)}
                onChange={({ target }) => toggle(_id, target.checked)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}
