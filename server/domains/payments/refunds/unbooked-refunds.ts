import type { InTransaction } from '#server/platform/db/transaction.ts'
import type { JobContext } from '#server/platform/jobs/define-job.ts'
import { RazorpayError } from '#server/platform/razorpay/client.ts'
import type { RazorpayRefund } from '#server/platform/razorpay/entities.ts'

import { applyProviderRefund } from './provider-refunds.ts'
import { listUnknownRefundIds } from './refund-list-queries.ts'
import { forgetUnbooked, keepUnbooked, listUnbooked } from './unbooked-refund-queries.ts'

type Context = Pick<JobContext, 'platform' | 'now'>

/**
 * Books refunds that the provider has and we don't. One that can't be booked is stored by its id, and stops no other.
 */
export async function bookUnknown(
  inTransaction: InTransaction,
  refunds: readonly RazorpayRefund[],
  { platform, now }: Context,
): Promise<void> {
  const ids = refunds.map(({ id }) => id)
  const unknown = new Set(await inTransaction((db) => listUnknownRefundIds(db, ids)))
  for (const refund of refunds.filter(({ id }) => unknown.has(id)))
    try {
      await inTransaction((db) => applyProviderRefund(db, refund, now))
    } catch (err) {
      platform.log.error(
        { err, providerRefundId: refund.id },
        'a refund made at the provider could not be booked',
      )
      const kept = { providerRefundId: refund.id, providerPaymentId: refund.payment_id }
      await inTransaction((db) => keepUnbooked(db, kept, now))
    }
}

/**
 * Retries refunds that could not be booked. If the provider fails to answer about one, the others still get their turn.
 */
export async function tryUnbooked(inTransaction: InTransaction, { platform, now }: Context): Promise<void> {
  for (const kept of await inTransaction(listUnbooked)) {
    const { providerRefundId } = kept
    await inTransaction((db) => keepUnbooked(db, kept, now))
    try {
      const refunds = await platform.razorpay.listRefunds(kept.providerPaymentId)
      const refund = refunds.find(({ id }) => id === providerRefundId)
      if (refund) await bookUnknown(inTransaction, [refund], { platform, now })
      // One that failed before we knew of it has moved no money.
      if (refund?.status === 'failed') await inTransaction((db) => forgetUnbooked(db, providerRefundId))
    } catch (err) {
      if (!(err instanceof RazorpayError && err.isCertain)) throw err
      platform.log.error({ err, providerRefundId }, 'the provider does not return a refund')
    }
  }
}
