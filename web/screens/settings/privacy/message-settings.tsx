import { useState } from 'react'

import { getMessageRules, setMessageRules } from '#contract/conversations/calls.ts'
import { ALLOWED_WRITERS } from '#contract/conversations/rules.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'

import { settingsTexts } from '../messages.ts'

const texts = settingsTexts.writing

type Rules = OutputOf<typeof getMessageRules>

/** Who may write to the viewer; saved as it is chosen. `pageHandle`: of their own page; null: they have none. */
export function MessageSettings({ pageHandle }: { pageHandle: string | null }) {
  const stored = useQuery(getMessageRules, {})
  const save = useMutation(setMessageRules, { refreshes: [getMessageRules] })
  const [chosen, setChosen] = useState<Rules | null>(null)
  const rules = chosen ?? stored.data

  async function change(changes: Partial<Rules>) {
    if (!rules) return
    const next = { ...rules, ...changes }
    setChosen(next)
    try {
      await save.mutateAsync({ input: next })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : texts.notSaved)
    }
    setChosen((now) => (now === next ? null : now))
  }

  if (!rules) {
    if (!stored.error) return <SkeletonList label={texts.loading} count={2} />
    return (
      <ErrorState title={texts.failed} onRetry={() => void stored.refetch()} isRetrying={stored.isFetching}>
        {stored.error.message}
      </ErrorState>
    )
  }
  return (
    <div>
      {pageHandle !== null && <Allowed rules={rules} pageHandle={pageHandle} onChange={change} />}
      <Toggle
        label={texts.requests}
        help={texts.requestsHelp}
        checked={rules.takesRequests}
        onChange={({ target }) => void change({ takesRequests: target.checked })}
      />
      <Toggle
        label={texts.fromRooms}
        help={texts.fromRoomsHelp}
        checked={rules.fromRooms}
        onChange={({ target }) => void change({ fromRooms: target.checked })}
      />
      <Toggle
        label={texts.showsRead}
        help={texts.showsReadHelp}
        checked={rules.showsRead}
        onChange={({ target }) => void change({ showsRead: target.checked })}
      />
    </div>
  )
}

function Allowed({
  rules,
  pageHandle,
  onChange,
}: {
  rules: Rules
  pageHandle: string
  onChange: (changes: Partial<Rules>) => Promise<void>
}) {
  const plans = useQuery(getCreatorPlans, { pageHandle }).data ?? []
  const { allow, planIds } = rules
  const offered = ALLOWED_WRITERS.filter((known) => known !== 'plans' || plans.length > 0)
  return (
    <div className="pb-3">
      <Select
        label={texts.allow}
        value={allow}
        options={offered.toReversed().map((known) => ({ value: known, label: texts.allowed[known] }))}
        onChange={({ target }) => {
          const next = offered.find((known) => known === target.value) ?? allow
          // One plan is chosen to begin with: none would be refused.
          const first = plans.slice(0, 1).map(({ _id }) => _id)
          void onChange({ allow: next, planIds: next === 'plans' ? first : [] })
        }}
      />
      {allow === 'plans' && (
        <fieldset className="mt-3 min-w-0">
          <legend className="text-sm font-medium text-ink">{texts.plans}</legend>
          <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
            {plans.map(({ _id, name }) => (
              <Checkbox
                key={_id}
                label={<span className="wrap-break-word">{name}</span>}
                checked={planIds.includes(_id)}
                // The last one stays: nobody at all is another choice.
                disabled={planIds.length === 1 && planIds.includes(_id)}
                onChange={({ target }) =>
                  void onChange({
                    planIds: target.checked ? [...planIds, _id] : planIds.filter((planId) => planId !== _id),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}
