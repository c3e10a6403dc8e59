import { enqueueLetter } from '#server/domains/accounts/service.ts'
import { bookDisputeLoss } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { emit, type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { disputeLossBorne } from '../events.ts'
import type { LockedPayment } from '../locked-payment-queries.ts'
import { alignClaims } from './claims.ts'
import { disputeLossLetter } from './dispute-loss-letters.ts'
import { findDisputeLoss, insertDisputeLoss } from './dispute-loss-queries.ts'

/**
 * A bank took more than was held for it. The platform bears what had already been refunded or lost, because the creator
 * has given it back once; the rest is taken from where it is. Safe to call twice. `payment` is locked; `amountCents` in
 * its currency, in minor units.
 */
export async function bearDisputeLoss(
  db: Db,
  payment: LockedPayment,
  loss: { providerDisputeId: string; amountCents: number },
  now: Date,
): Promise<void> {
  const { providerDisputeId, amountCents } = loss
  if (amountCents <= 0) return
  const written = { providerDisputeId, paymentId: payment.id, amountCents, lostAt: now }
  if (!(await insertDisputeLoss(db, written))) return
  await bookDisputeLoss(db, {
    id: providerDisputeId,
    paymentId: payment.providerPaymentId,
    currency: payment.currency,
    amountMinor: amountCents,
    occurredAt: now,
  })
  await alignClaims(db, payment.id, { now })
  const borne = await findDisputeLoss(db, providerDisputeId)
  if (borne !== null && borne.amountCents > 0) await emit(db, disputeLossBorne, { providerDisputeId }, now)
}

export const disputeLossReactions = [
  /** Somebody may still be able to show the bank that the money had gone back. */
  reactTo(disputeLossBorne, 'payments', async (db, { providerDisputeId }, { platform }) => {
    const loss = await findDisputeLoss(db, providerDisputeId)
    if (!loss || loss.amountCents <= 0) return
    const { operatorMailTo, operator } = platform.config
    platform.log.warn(
      { providerDisputeId, amountCents: loss.amountCents, currency: loss.currency },
      'a bank took money that had already been refunded; the platform bears it',
    )
    if (operatorMailTo === null) return
    const to = { name: operator.name, address: operatorMailTo }
    const facts = { ...loss, providerDisputeId }
    await enqueueLetter(db, platform, (language) => disputeLossLetter(to, facts, language))
  }),
] as EventReaction[]
