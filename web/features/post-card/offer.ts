import type { OutputOf } from '#contract/http/route.ts'
import type { getUserSubscriptions } from '#contract/subscriptions/routes.ts'

type Subscription = Pick<
  OutputOf<typeof getUserSubscriptions>[number],
  'status' | 'cancelAtPeriodEnd' | 'creatorId' | 'planId' | 'interval'
>

/**
 * Who looks at a locked post: a visitor, a member with what they subscribe to, or a member of whom that is not known.
 */
export type Onlooker = 'visitor' | 'unknown' | readonly Subscription[]

export interface LockedBy {
  creatorId: string
  /** null: the plan is not known any more. */
  plan: { _id: string; price: number; isOffered: boolean } | null
}

/**
 * What opens a locked post: `join` the plan it names, `change` to it from a lower one, look after a membership that
 * gives no access now, choose among the `plans` there are, or nothing yet.
 */
export type Offer = 'join' | 'change' | 'membership' | 'plans' | null

/** The way into a locked post; never a plan that the onlooker has, nor one that cannot be joined. */
export function offerOf({ creatorId, plan }: LockedBy, onlooker: Onlooker): Offer {
  if (onlooker === 'unknown') return null
  const own = onlooker === 'visitor' ? undefined : onlooker.find((held) => held.creatorId._id === creatorId)
  if (!own) return plan?.isOffered ? 'join' : 'plans'
  const canChange = own.status === 'active' && !own.cancelAtPeriodEnd
  // One plan includes every lower one: whoever has it and is locked out has a membership to look after.
  return canChange && plan?.isOffered && plan._id !== own.planId._id ? 'change' : 'membership'
}
