import { splitRefund } from '#contract/payments/refund-rules.ts'
import { bookRefund, type TakenBack } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import { addRefunded, type LockedPayment } from '../locked-payment-queries.ts'
import { approve } from './refund-queries.ts'

/** Who decided a refund, for another one that takes its place. */
export function deciderOf({ decidedBy }: { decidedBy: string | null }): 'creator' | 'operator' | 'rule' {
  return decidedBy === 'creator' || decidedBy === 'rule' ? decidedBy : 'operator'
}

/**
 * Fixes the refund's split, sets the amount aside and books it. What the payment opened stays open until the money is
 * on its way. `payment` is locked.
 */
export async function bookApprovedRefund(
  db: Db,
  payment: LockedPayment,
  refund: {
    refundId: string
    amountCents: number
    decidedBy: 'creator' | 'operator' | 'rule' | 'provider'
    note?: string
    now: Date
  },
): Promise<void> {
  const { refundId, amountCents, now } = refund
  const { feeCents, netCents } = splitOf(payment, amountCents)
  await approve(db, refundId, {
    amountCents,
    feeCents,
    netCents,
    decidedBy: refund.decidedBy,
    note: refund.note ?? '',
    now,
  })
  await addRefunded(db, payment.id, amountCents)
  await bookRefund(db, bookingOf(payment, { id: refundId, amountCents, feeCents, netCents }, now))
}

/** How the next part that is taken of a payment, or given back to it (negative), is split. */
export function splitOf(payment: LockedPayment, amountCents: number): { feeCents: number; netCents: number } {
  const { takenCents, takenFeeCents } = payment
  return splitRefund(amountCents, payment, { amountCents: takenCents, feeCents: takenFeeCents })
}

/** A refund or dispute as the ledger books it. */
export function bookingOf(
  payment: LockedPayment,
  part: { id: string; amountCents: number; feeCents: number; netCents: number },
  occurredAt: Date,
): TakenBack {
  return {
    id: part.id,
    paymentId: payment.providerPaymentId,
    creatorId: payment.creatorId,
    currency: payment.currency,
    amountMinor: part.amountCents,
    feeMinor: part.feeCents,
    netMinor: part.netCents,
    occurredAt,
  }
}
