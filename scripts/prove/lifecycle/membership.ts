import type { Interval, Life, LivedPlan, Order } from './people.ts'

/** A membership as the rules have it. Moments in unix seconds. */
export interface Membership {
  rank: number
  interval: Interval
  /** Cents for a month as agreed, and for an interval. */
  monthlyCents: number
  cost: number
  from: number
  until: number
  /** Cents that the time from `from` to `until` is worth. */
  worth: number
  /** Which subscription of the provider charges it next. */
  subscriptionId: string
  renews: boolean
  /** The provider charges nothing for it any more, so that only a payment makes it renew. */
  isOverAtProvider: boolean
  /** It rests, and its member may join again beside it. */
  isPaused: boolean
  next: Order | null
  base: string
  upgrades: { paymentId: string; former: { rank: number; cost: number; worth: number } }[]
  /** Terms that were left since money came, with the seconds that are left of them. */
  left: Map<string, number>
}

export type Verdict = 'keep' | 'return' | 'either'

export interface Expected {
  membership: Membership | null
  /** Paid time of memberships that were paused, and left for another plan of the page. */
  rests: { rank: number; until: number }[]
  /** When something was last paid, and which payment that was. */
  paidAt: number | null
  paidId: string
  /** The last payment, when it was for a change, and until when the product may not have heard of it. */
  unheardChange: { paymentId: string; until: number } | null
  /** The provider's invoices that are paid. */
  invoices: Set<string>
  /** When a payment last went back whole. */
  returnedAt: number | null
  /** Until when a bank may dispute one of the payments, as far as the product can know. */
  disputedUntil: number
  isCertain: boolean
  /** Ours, of those that joining answered with. */
  membershipIds: Set<string>
  verdicts: Map<string, Verdict>
  /** The least and the most that may be kept of a payment, in cents. */
  dues: Map<string, readonly [number, number]>
  /** What should not have been answered as it was. */
  wrong: string[]
  judgedPreviews: number
}

const GRACE_SECONDS = 7 * 86_400
/** News may be lost; asking brings it by then. */
export const HEARD_SECONDS = 12 * 3600

export function planOf(life: Life, id: string): LivedPlan | undefined {
  return life.page.plans.find((plan) => plan.id === id)
}

export function isArchived(life: Life, planId: string, at: number): boolean {
  const archivedAt = planOf(life, planId)?.archivedAt ?? null
  return archivedAt !== null && archivedAt <= at
}

/**
 * Whether it is open at a moment: what was paid, and seven days to pay for the next period. There is nothing to pay for
 * once the plan is not offered any more, so that the seven days end with it.
 */
export function isOpen(life: Life, { until, renews, next, rank }: Membership, at: number): boolean {
  if (at < until) return true
  const planId = next ? next.planId : (life.page.plans[rank]?.id ?? '')
  return renews && !isArchived(life, planId, at) && at < until + GRACE_SECONDS
}

export function isBlocked({ blocks }: Life, at: number): boolean {
  return blocks.some(({ from, until }) => from < at && (until === null || at < until))
}

/** Whether money has left, and the product cannot know it yet. */
export function isReturnUnheard({ returnedAt }: Expected, at: number): boolean {
  return returnedAt !== null && at < returnedAt + HEARD_SECONDS
}
