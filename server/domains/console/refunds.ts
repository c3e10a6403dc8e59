import { consoleFailures } from '#contract/console/failures.ts'
import { SINGLE_REFUND_MAX } from '#contract/console/rules.ts'
import type { Currency } from '#contract/money.ts'
import { paymentFailures, refundFailures } from '#contract/payments/failures.ts'
import { findSameRefund, refundByOperator } from '#server/domains/payments/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Staff } from '#server/platform/http/implement.ts'

import { ask } from './approvals.ts'
import { findPayment } from './payment-queries.ts'
import { limitSupport } from './refund-limits.ts'

interface Order {
  paymentId: string
  /** null: all that is left. */
  amountCents: number | null
  reason: string
  staff: Pick<Staff, 'actor' | 'reach'>
  now: Date
}

interface Made {
  /** `repeated`: the same order has made it before. */
  state: 'made' | 'repeated' | 'waiting'
  amountCents: number
  refundedCents: number
  currency: Currency
}

/**
 * Gives a payment back, or asks for a second person where it is more than one may give back alone, with all that was
 * given back of it before. Throws `payment_not_found`, `own_matter`, `refund_too_large`, `refund_limit`, `approval_open`.
 */
export async function refundOrAsk(db: Db, order: Order): Promise<Made> {
  const { paymentId, reason, staff, now } = order
  const { actor } = staff
  const support = await limitSupport(db, staff, now)
  // Locks the payment: what was given back of it stays as it is read here.
  const same = await findSameRefund(db, order)
  const payment = await findPayment(db, paymentId)
  if (!payment) throw new Failure(paymentFailures.payment_not_found)
  const concernedIds = [payment.memberId, payment.ownerId]
  if (actor.kind === 'user' && concernedIds.includes(actor.id)) throw new Failure(consoleFailures.own_matter)
  const { currency, refundedCents, leftCents } = payment
  if (same) return { state: 'repeated', amountCents: same.amountCents, refundedCents, currency }
  const amountCents = order.amountCents ?? leftCents
  if (amountCents <= 0 || amountCents > leftCents) throw new Failure(refundFailures.refund_too_large)
  support?.refuseAbove({ amountCents, refundedCents, currency })
  const made = { amountCents, refundedCents, currency }
  // A command beside the database could do anything anyway.
  if (actor.kind === 'user' && refundedCents + amountCents > SINGLE_REFUND_MAX[currency]) {
    const payload = { amountCents, currency }
    await ask(db, {
      action: 'refund',
      subjectId: paymentId,
      concernedIds,
      payload,
      reason,
      by: actor.id,
      now,
    })
    return { state: 'waiting', ...made }
  }
  const operator = actor.kind === 'user' ? actor.id : actor.name
  await refundByOperator(db, { reference: paymentId, amountCents, reason, operator, now })
  return { state: 'made', ...made }
}
