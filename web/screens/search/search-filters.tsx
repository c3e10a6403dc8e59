import { X } from 'lucide-react'

import { mediumKind } from '#contract/media/rules.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { Button } from '#web/ui/button.tsx'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'
import { Select } from '#web/ui/select.tsx'

import { searchTexts as texts } from './messages.ts'
import type { AskedSearch } from './search-input.ts'

export interface SearchFiltersProps {
  asked: AskedSearch
  /** New values by their names in the address; an empty one takes its name out. */
  onChange: (changes: Record<string, string>) => void
}

/** What to search, and within one page: which plan. */
export function SearchFilters({ asked, onChange }: SearchFiltersProps) {
  return (
    <div className="mt-4 flex flex-wrap items-end gap-x-4 gap-y-3">
      {asked.page === '' ? (
        <SegmentedToggle
          label={texts.where}
          value={asked.in}
          onChange={(value) => onChange({ in: value === 'all' ? '' : value })}
          segments={[
            { value: 'all', label: texts.all },
            { value: 'creators', label: texts.onlyCreators },
            { value: 'posts', label: texts.onlyPosts },
          ]}
        />
      ) : (
        <p className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-3 text-base text-ink-soft">
          <span className="wrap-anywhere">{texts.ofPage(asked.page)}</span>
          <Button
            variant="quiet"
            size="small"
            icon={<X />}
            onClick={() => onChange({ page: '', plan: '', in: '' })}
          >
            {texts.everywhere}
          </Button>
        </p>
      )}
      {asked.in !== 'creators' && (
        <Select
          label={texts.kind}
          isLabelHidden
          className="w-fit max-w-full min-w-40"
          placeholder={texts.anyKind}
          value={asked.kind}
          onChange={(event) => onChange({ kind: event.target.value })}
          options={mediumKind.options.map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
        />
      )}
      {asked.page !== '' && <PlanFilter asked={asked} onChange={onChange} />}
    </div>
  )
}

function PlanFilter({ asked, onChange }: SearchFiltersProps) {
  const plans = useQuery(getCreatorPlans, { pageHandle: asked.page }).data ?? []
  if (plans.length === 0) return null
  return (
    <Select
      label={texts.plan}
      isLabelHidden
      className="w-fit max-w-full min-w-44"
      placeholder={texts.anyPlan}
      value={asked.plan}
      onChange={(event) => onChange({ plan: event.target.value })}
      options={plans.map(({ _id, name }) => ({ value: _id, label: name }))}
    />
  )
}
