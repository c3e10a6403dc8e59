import { getPausedSubscriptions, getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { useQuery } from '#web/api/queries.ts'

import { offerOf } from './offer.ts'
import { WayIn, type WayInProps } from './way-in.tsx'

/** A locked post's offer to signed-in viewers; loaded only for them. */
export function MembersWayIn(props: Omit<WayInProps, 'offer' | 'isVisitor'>) {
  const { data: running } = useQuery(getUserSubscriptions, {})
  const { data: paused } = useQuery(getPausedSubscriptions, {})
  const own = running && paused ? [...running, ...paused] : 'unknown'
  const { creatorId: creator, plan } = props.post
  return <WayIn {...props} offer={offerOf({ creatorId: creator._id, plan }, own)} />
}
