import { getPausedSubscriptions, getUserSubscriptions } from '#contract/subscriptions/calls.ts'
import { useQuery } from '#web/api/queries.ts'

import { ChangeWayIn } from './change-way-in.tsx'
import { offerOf } from './offer.ts'
import { WayIn, type WayInProps } from './way-in.tsx'

/** A locked post's offer to signed-in viewers; loaded only for them. */
export function MembersWayIn(props: Omit<WayInProps, 'offer' | 'isVisitor'>) {
  const { data: running } = useQuery(getUserSubscriptions, {})
  const { data: paused } = useQuery(getPausedSubscriptions, {})
  const own = running && paused ? [...running, ...paused] : 'unknown'
  const { creatorId: creator, plan, hasPlans } = props.post
  const offer = offerOf({ creatorId: creator._id, plan, hasPlans }, own)
  if (offer !== 'change') return <WayIn {...props} offer={offer} />
  const held = running?.find(({ creatorId }) => creatorId._id === creator._id)
  return plan && held ? <ChangeWayIn pageHandle={creator.pageHandle} plan={plan} subscription={held} /> : null
}
