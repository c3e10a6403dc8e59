import { setTimeout as sleep } from 'node:timers/promises'

import { paymentFailures } from '#contract/payments/failures.ts'

import { Failure } from '#server/platform/failure.ts'
import type { Db } from '#server/platform/db/query.ts'

import { findPaymentOfMember, type OwnPaymentRow } from '../queries.ts'

/** Receipts are numbered each second. */
const LOOKS = 10
const LOOK_AGAIN_MS = 250

/** A payment whose receipt has its number: whoever opens one in the second after paying waits for it. */
export async function getNumberedPayment(db: Db, memberId: string, id: string): Promise<OwnPaymentRow> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const payment = await findPaymentOfMember(db, memberId, id)
    if (!payment) throw new Failure(paymentFailures.payment_not_found)
    if (payment.receiptNumber !== null) return payment
    if (look < LOOKS) await sleep(LOOK_AGAIN_MS)
  }
  throw new Failure(paymentFailures.receipt_not_numbered)
}
