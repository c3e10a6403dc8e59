import { consoleFailures } from '#contract/console/failures.ts'
import { SINGLE_REFUND_MAX, SUPPORT_REFUND_MAX } from '#contract/console/rules.ts'
import type { Currency } from '#contract/money.ts'
import { refundFailures } from '#contract/payments/refund-routes.ts'
import { paymentFailures } from '#contract/payments/routes.ts'
import { refundByOperator } from '#server/domains/payments/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Staff } from '#server/platform/http/implement.ts'

import { ask } from './approvals.ts'
import { findPayment } from './payment-queries.ts'

interface Order {
  paymentId: string
  /** null: all that is left. */
  amountCents: number | null
  reason: string
  staff: Pick<Staff, 'actor' | 'reach'>
  now: Date
}

interface Made {
  state: 'made' | 'waiting'
  amountCents: number
  refundedCents: number
  currency: Currency
}

/**
 * Gives a payment back, or asks for a second person where it is more than one may give back alone. Throws
 * `payment_not_found`, `own_matter`, `refund_too_large`, `refund_limit`, `approval_open`.
 */
export async function refundOrAsk(db: Db, order: Order): Promise<Made> {
  const { paymentId, reason, staff, now } = order
  const { actor } = staff
  const payment = await findPayment(db, paymentId)
  if (!payment) throw new Failure(paymentFailures.payment_not_found)
  const concernedIds = [payment.memberId, payment.ownerId]
  if (actor.kind === 'user' && concernedIds.includes(actor.id)) throw new Failure(consoleFailures.own_matter)
  const { currency, refundedCents, leftCents } = payment
  const amountCents = order.amountCents ?? leftCents
  if (amountCents <= 0 || amountCents > leftCents) throw new Failure(refundFailures.refund_too_large)
  if (staff.reach === 'at most $50' && amountCents > SUPPORT_REFUND_MAX[currency])
    throw new Failure(consoleFailures.refund_limit)
  const made = { amountCents, refundedCents, currency }
  // A command beside the database could do anything anyway.
  if (actor.kind === 'user' && amountCents > SINGLE_REFUND_MAX[currency]) {
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
