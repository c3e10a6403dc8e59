import { getUsersCreatorPage } from '#contract/creators/calls.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { Badge } from '#web/ui/badge.tsx'

import { paidPlanTone } from './plan-tone.ts'

/** The plan of a payment to the viewer's own page, in the colour it has on that page. */
export function PaidPlanBadge({ name }: { name: string }) {
  const pageHandle = useQuery(getUsersCreatorPage, {}).data?.pageHandle
  const plans = useQuery(
    getCreatorPlans,
    { pageHandle: pageHandle ?? '' },
    { isEnabled: pageHandle !== undefined },
  )
  return <Badge tone={paidPlanTone(name, plans.data ?? [])}>{name}</Badge>
}
