import { consoleFailures } from '#contract/console/failures.ts'
import { SINGLE_REFUND_MAX, SUPPORT_REFUND_MAX } from '#contract/console/rules.ts'
import type { Currency } from '#contract/money.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Staff } from '#server/platform/http/implement.ts'

import { listGivenSince, lockGiver, type RefundRow } from './refund-queries.ts'

const DAY_MS = 86_400_000

const ALL_OF_A_DAY = SUPPORT_REFUND_MAX.USD * SUPPORT_REFUND_MAX.INR

interface SupportLimit {
  /** `refundedCents`: what was given back of the payment before. Throws `refund_limit`. */
  refuseAbove(refund: { amountCents: number; refundedCents: number; currency: Currency }): void
}

/**
 * What support may still give back: `SUPPORT_REFUND_MAX` of a payment, and the same within 24 hours, all payments and
 * currencies together. null: there is no such limit. Locks the person; lock the payment after that.
 */
export async function limitSupport(
  db: Db,
  { actor, reach }: Pick<Staff, 'actor' | 'reach'>,
  now: Date,
): Promise<SupportLimit | null> {
  if (reach !== 'at most $50' || actor.kind !== 'user') return null
  await lockGiver(db, actor.id)
  const given = await listGivenSince(db, actor.id, new Date(now.getTime() - DAY_MS))
  return {
    refuseAbove({ amountCents, refundedCents, currency }) {
      const today = [...given, { amountCents, currency }].reduce((sum, each) => sum + weightOf(each), 0)
      if (refundedCents + amountCents > SUPPORT_REFUND_MAX[currency] || today > ALL_OF_A_DAY)
        throw new Failure(consoleFailures.refund_limit)
    },
  }
}

/** By the limits, not by a rate: ₹4,000 weigh as much as $50. Whole numbers. */
function weightOf({ amountCents, currency }: { amountCents: number; currency: Currency }): number {
  return amountCents * (ALL_OF_A_DAY / SUPPORT_REFUND_MAX[currency])
}

/**
 * Whether making a failed refund again is more than one person may give back of its payment. What the creator decided, or
 * two people did, is only carried out.
 */
export function isTooMuchAlone({ decidedBy, amountCents, refundedCents, currency }: RefundRow): boolean {
  const max = SINGLE_REFUND_MAX[currency]
  return decidedBy === 'operator' && amountCents <= max && refundedCents + amountCents > max
}
