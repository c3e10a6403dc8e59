import { Counter } from 'prom-client'

import { returnReasons } from '#contract/subscriptions/messages.ts'
import { findLanguage } from '#server/domains/accounts/service.ts'
import { refundPayment } from '#server/domains/payments/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { Log } from '#server/platform/log.ts'
import { textsFor } from '#server/platform/texts.ts'

import { isLive } from '../access.ts'
import { hasOtherLive } from '../checkout/order-validity.ts'
import { enqueueCancelReplaced, pauseAtProvider } from '../provider-sync/provider-jobs.ts'
import type { SubscriptionRow } from '../queries.ts'
import { markOverpayment } from './refund-effect-queries.ts'

/** Why a payment was not owed; member and creator read the sentence in `returnReasons`, in the member's language. */
export type ReturnReason = keyof typeof returnReasons

const returnedCharges = new Counter({
  name: 'charges_returned_total',
  help: 'Charges that were not owed and were refunded automatically.',
  labelNames: ['reason'],
  registers: [productMetrics],
})

/** Why the charge of a locked subscription is not owed, once the rules have found that it isn't. */
export async function reasonForOverpayment(
  db: Db,
  row: SubscriptionRow,
  isOfCurrent: boolean,
): Promise<ReturnReason> {
  if (!isOfCurrent) return 'replaced'
  if (row.status === 'paused') return row.disputedPaidAt === null ? 'paused' : 'disputed'
  if (row.status === 'canceled' || (row.cancelAtPeriodEnd && row.accessUntil !== null)) return 'ended'
  return (await hasOtherLive(db, row)) ? 'twice' : 'outdated'
}

/**
 * A payment that was not owed goes back automatically, once, and opens nothing; and the provider is told again to stop,
 * as it charged for something that isn't running.
 */
export async function refundOverpayment(
  db: Db,
  row: SubscriptionRow,
  { paymentId, reason, now, log }: { paymentId: string; reason: ReturnReason; now: Date; log: Log },
): Promise<void> {
  log.warn({ subscriptionId: row.id, paymentId, reason }, 'a charge that was not owed is being refunded')
  returnedCharges.inc({ reason })
  await markOverpayment(db, paymentId)
  const reasons = textsFor(await findLanguage(db, row.memberId))(returnReasons)
  await refundPayment(db, {
    paymentId,
    origin: 'rule',
    amountCents: null,
    reason: reasons[reason],
    now,
  })
  const { providerSubscriptionId } = row
  if (providerSubscriptionId === null) return
  if (row.status === 'paused')
    await enqueue(db, pauseAtProvider, { subscriptionId: row.id }, { key: `pause:${row.id}` })
  else if (!isLive(row.status)) await enqueueCancelReplaced(db, providerSubscriptionId)
}
