import * as z from 'zod/mini'

import type { InTransaction } from '#server/platform/db/transaction.ts'
import { defineJobInPhases, type JobContext } from '#server/platform/jobs/define-job.ts'

import { applyProviderRefund } from './provider-refunds.ts'

/** Asks the provider for every refund of a payment and applies the new ones. */
export async function importProviderRefunds(
  inTransaction: InTransaction,
  { providerPaymentId }: { providerPaymentId: string },
  { platform, now }: JobContext,
): Promise<void> {
  for (const refund of await platform.razorpay.listRefunds(providerPaymentId))
    await inTransaction((db) => applyProviderRefund(db, refund, now))
}

/** Books refunds of a charge that were made before we heard of the charge. */
export const importRefundsOfPayment = defineJobInPhases(
  {
    name: 'payments.import-provider-refunds',
    payload: z.object({ providerPaymentId: z.string() }),
  },
  importProviderRefunds,
)
