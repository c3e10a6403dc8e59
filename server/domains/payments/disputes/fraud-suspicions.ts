import type { Db } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { RazorpayDispute } from '#server/platform/razorpay/entities.ts'

import { disputeChanged } from '../events.ts'
import type { LockedPayment } from '../locked-payment-queries.ts'
import { endSuspicion, findSuspicion, insertSuspicion, keepDeadline } from './fraud-suspicion-queries.ts'

/**
 * A bank only suspects fraud: nothing is frozen, so that the payment can be refunded before it becomes a chargeback.
 * Can be applied in any order and any number of times; an ended suspicion stays ended. `payment` is locked.
 */
export async function followSuspicion(
  db: Db,
  payment: LockedPayment,
  told: { dispute: RazorpayDispute; amountCents: number; respondBy: Date | null; isOver: boolean },
  now: Date,
): Promise<void> {
  const { id, reason_code: reason } = told.dispute
  const known = await findSuspicion(db, id)
  if (told.isOver) return dropSuspicion(db, id, now)
  if (known === null) {
    // Money already refunded is nothing to warn about.
    if (told.amountCents <= 0) return
    await insertSuspicion(db, {
      id,
      paymentId: payment.id,
      amountCents: told.amountCents,
      reason: reason ?? '',
      openedAt: now,
    })
    await emit(db, disputeChanged, { providerDisputeId: id, status: 'suspected' }, now)
  }
  await keepDeadline(db, id, told.respondBy)
}

/** The bank dropped it, or there is nothing left that it could ask for. */
async function dropSuspicion(db: Db, id: string, now: Date): Promise<void> {
  if (await endSuspicion(db, id, now))
    await emit(db, disputeChanged, { providerDisputeId: id, status: 'cleared' }, now)
}
