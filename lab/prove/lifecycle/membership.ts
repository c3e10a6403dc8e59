import type { Interval, Life, LivedPlan, Order } from './people.ts'

/** A membership by the rules. Moments in unix seconds. */
export interface Membership {
  rank: number
  interval: Interval
  /** Cents for a month as agreed, and for an interval. */
  monthlyCents: number
  cost: number
  from: number
  until: number
  /** The worth of the time from `from` to `until`, in cents. */
  worth: number
  /** Which of the provider's subscriptions charges it next. */
  subscriptionId: string
  renews: boolean
  /** The provider charges nothing for it any more, so only a payment makes it renew. */
  isOverAtProvider: boolean
  /** It is paused, and its member may join again beside it. */
  isPaused: boolean
  next: Order | null
  base: string
  upgrades: { paymentId: string; former: { rank: number; cost: number; worth: number } }[]
  /** Terms left since the last payment, with their remaining seconds. */
  left: Map<string, number>
}

export type Verdict = 'keep' | 'return' | 'either'

export interface Expected {
  membership: Membership | null
  /** Paid time of memberships that were paused, and left for another plan of the page. */
  rests: { rank: number; until: number }[]
  /** When something was last paid, and by which payment. */
  paidAt: number | null
  paidId: string
  /** The last payment, if it was for a change, and until when the product may not have heard of it. */
  unheardChange: { paymentId: string; until: number } | null
  /** The provider's paid invoices. */
  invoices: Set<string>
  /** When a payment was last refunded in full. */
  returnedAt: number | null
  /** Until when a bank may dispute one of the payments, as far as the product can know. */
  disputedUntil: number
  isCertain: boolean
  /** Our ids of the memberships that joining answered with. */
  membershipIds: Set<string>
  verdicts: Map<string, Verdict>
  /** The least and the most that may be kept of a payment, in cents. */
  dues: Map<string, readonly [number, number]>
  /** Answers that were wrong. */
  wrong: string[]
  judgedPreviews: number
}

const GRACE_SECONDS = 7 * 86_400
/** Events may be lost; asking makes up for them by then. */
export const HEARD_SECONDS = 12 * 3600

export function planOf(life: Life, id: string): LivedPlan | undefined {
  return life.page.plans.find((plan) => plan.id === id)
}

export function isArchived(life: Life, planId: string, at: number): boolean {
  const archivedAt = planOf(life, planId)?.archivedAt ?? null
  return archivedAt !== null && archivedAt <= at
}

/**
 * Whether it is open at a moment: the paid time, and seven days to pay for the next period. There is nothing to pay for
 * once the plan is no longer offered, so the seven days end with it.
 */
export function isOpen(life: Life, { until, renews, next, rank }: Membership, at: number): boolean {
  if (at < until) return true
  const planId = next ? next.planId : (life.page.plans[rank]?.id ?? '')
  return renews && !isArchived(life, planId, at) && at < until + GRACE_SECONDS
}

export function isBlocked({ blocks }: Life, at: number): boolean {
  return blocks.some(({ from, until }) => from < at && (until === null || at < until))
}

/** Whether money has left that the product can't know of yet. */
export function isReturnUnheard({ returnedAt }: Expected, at: number): boolean {
  return returnedAt !== null && at < returnedAt + HEARD_SECONDS
}
