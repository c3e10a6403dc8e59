import type { Answer } from './api.ts'
import type { Session } from './session.ts'

export type Interval = 'monthly' | 'yearly'

export interface LivedPlan {
  id: string
  name: string
  /** Dearer plans include the cheaper ones; prices are changed, but never past each other. */
  rank: number
  /** Every monthly price it had, in cents, with the second from which it applied. */
  prices: { from: number; cents: number }[]
  archivedAt: number | null
  /** A post for the members of this plan. */
  postId: string
}

export interface LivedPage {
  userId: string
  session: Session
  handle: string
  plans: LivedPlan[]
  /** Since when its owner has been leaving. */
  closedAt: number | null
}

/** An act for the story: when, what, and its outcome. */
export interface Act {
  at: number
  what: string
  detail: Record<string, unknown>
  outcome: string
}

/** What was agreed when a checkout was opened, and for which of the provider's subscriptions. */
export interface Order {
  subscriptionId: string
  openedAt: number
  kind: 'join' | 'change' | 'reactivation' | 'card'
  planId: string
  interval: Interval
  /** Cents a month when it was opened. */
  monthlyCents: number
  timing: 'now' | 'period_end'
  /** The moment of the quote, and whether the checkout had anything to do. */
  quotedAt: number
  mode: 'payment' | 'card_change' | 'none'
  chargedNow: number
}

/** One member of one page, with everything that ever happened between the two. */
export interface Life {
  index: number
  userId: string
  session: Session
  page: LivedPage
  random: (below: number) => number
  /** After this many acts it only waits for what is still to come. */
  mostActs: number
  acts: Act[]
  orders: Order[]
  membershipId: string | null
  /** Since when the account has been leaving. */
  leftAt: number | null
  /** When the creator blocked this member, and until when. */
  blocks: { from: number; until: number | null }[]
}

/** Records an act. A refusal of a call that was made twice may come from its own first effect. */
export function tell(
  life: Life,
  at: number,
  what: string,
  detail: Record<string, unknown>,
  answer: Answer | string,
): void {
  const outcome = typeof answer === 'string' ? answer : outcomeOf(answer)
  life.acts.push({ at, what, detail, outcome })
}

function outcomeOf({ status, code, wasRepeated }: Answer): string {
  if (status === 200) return 'ok'
  return wasRepeated ? 'unclear' : code
}
