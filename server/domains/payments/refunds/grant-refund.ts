import { refundFailures } from '#contract/payments/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { refundDecided } from '../events.ts'
import type { LockedPayment } from '../locked-payment-queries.ts'
import { bookApprovedRefund } from './book-refund.ts'
import { sendRefund } from './refund-jobs.ts'

/**
 * Grants a refund to the supporter: sets the money aside, books it, and queues the call to the provider. The payment is
 * locked. Throws `refund_too_large`.
 */
export async function grant(
  db: Db,
  payment: LockedPayment,
  decision: {
    refundId: string
    decidedBy: 'creator' | 'operator' | 'rule'
    amountCents?: number
    note?: string
    now: Date
  },
): Promise<void> {
  const { refundId, now } = decision
  const left = payment.leftCents
  const amountCents = decision.amountCents ?? left
  if (amountCents <= 0 || amountCents > left) throw new Failure(refundFailures.refund_too_large)
  await bookApprovedRefund(db, payment, { ...decision, amountCents })
  await enqueue(db, sendRefund, { refundId }, { key: `refund:${refundId}` })
  await emit(db, refundDecided, { refundId }, now)
}
