import type { OutputOf } from '#contract/http/route.ts'
import type { getUserSubscriptions } from '#contract/subscriptions/calls.ts'

type Subscription = Pick<
  OutputOf<typeof getUserSubscriptions>[number],
  'status' | 'cancelAtPeriodEnd' | 'creatorId' | 'planId' | 'interval'
>

/**
 * The viewer of a locked post: a visitor, a member with their subscriptions, or a member whose subscriptions are
 * unknown.
 */
export type Onlooker = 'visitor' | 'unknown' | readonly Subscription[]

export interface LockedBy {
  creatorId: string
  /** null: the plan no longer exists. */
  plan: { _id: string; price: number; isOffered: boolean } | null
  /** There are plans to choose from. */
  hasPlans: boolean
}

/**
 * The way to open a locked post: `join` its plan, `change` to it from a lower one, look after a membership that gives
 * no access now, choose among the `plans` on offer, `none` at all, or not known yet.
 */
export type Offer = 'join' | 'change' | 'membership' | 'plans' | 'none' | null

/** The way into a locked post; never a plan the viewer already has, nor one that can't be joined. */
export function offerOf({ creatorId, plan, hasPlans }: LockedBy, onlooker: Onlooker): Offer {
  if (onlooker === 'unknown') return null
  const own = onlooker === 'visitor' ? undefined : onlooker.find((held) => held.creatorId._id === creatorId)
  if (!own) return plan?.isOffered ? 'join' : hasPlans ? 'plans' : 'none'
  const canChange = own.status === 'active' && !own.cancelAtPeriodEnd
  // A plan includes every lower one: a member who has it and is locked out has a membership to look after.
  return canChange && plan?.isOffered && plan._id !== own.planId._id ? 'change' : 'membership'
}
