import * as z from 'zod/mini'

import { bookProviderFee } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases } from '#server/platform/jobs/define-job.ts'
import type { RazorpayPayment } from '#server/platform/razorpay/entities.ts'
import { refusalOf } from '#server/platform/razorpay/refusals.ts'

import { listChargesWithoutFee, setProviderFee } from '../queries.ts'

/** What the provider keeps of a charge. Minor units of its own currency, whatever the charge's currency. */
export interface ProviderFee {
  feeMinor: number
  /** Part of the fee. */
  taxMinor: number
  currency: string
  /** The whole charge in that currency. */
  baseAmountMinor: number
}

/** Razorpay settles in rupees: its fee is in rupees, and charges in other currencies name their worth in them. */
const SETTLEMENT_CURRENCY = 'INR'

/** What the provider says it keeps, or null if it hasn't said. */
export function providerFeeOf(payment: RazorpayPayment): ProviderFee | null {
  if (payment.fee === null || payment.fee === undefined) return null
  const isSettled = payment.currency === SETTLEMENT_CURRENCY
  const baseAmountMinor = isSettled ? payment.amount : payment.base_amount
  if (baseAmountMinor === null || baseAmountMinor === undefined) return null
  return {
    feeMinor: payment.fee,
    taxMinor: payment.tax ?? 0,
    currency: payment.base_currency ?? SETTLEMENT_CURRENCY,
    baseAmountMinor,
  }
}

/** Stores and books the provider's fee of a known charge, once. */
export async function recordProviderFee(
  db: Db,
  providerPaymentId: string,
  fee: ProviderFee,
  occurredAt: Date,
): Promise<void> {
  if (!(await setProviderFee(db, providerPaymentId, fee))) return
  await bookProviderFee(db, {
    paymentId: providerPaymentId,
    currency: fee.currency,
    feeMinor: fee.feeMinor,
    occurredAt,
  })
}

/** Takes the fee from an update about a known charge, if it has one. */
export async function learnProviderFee(db: Db, payment: RazorpayPayment, now: Date): Promise<void> {
  const fee = providerFeeOf(payment)
  if (fee) await recordProviderFee(db, payment.id, fee, now)
}

/** International charges are settled after a week; fees still missing then are asked for over three more. */
const ASK_SINCE_MS = 28 * 86_400_000

/** A charge that can't be answered holds up no other; after this many the provider is taken to be unreachable. */
const GIVE_UP_AFTER = 3

/** Asks the provider for fees it hasn't reported, so that every fee breakdown adds up in the end. */
export const askForFees = defineJobInPhases(
  { name: 'payments.ask-for-fees', payload: z.object({}), cron: '11 * * * *', maxAttempts: 3 },
  async (inTransaction, _, { platform, now }) => {
    const ids = await inTransaction((db) => listChargesWithoutFee(db, new Date(now.getTime() - ASK_SINCE_MS)))
    const failures: unknown[] = []
    for (const id of ids) {
      try {
        const fee = await findFee(id)
        if (fee) await inTransaction((db) => recordProviderFee(db, id, fee, now))
      } catch (error) {
        failures.push(error)
        if (failures.length === GIVE_UP_AFTER) break
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `The provider did not tell the fee of ${failures.length} charges.`)

    async function findFee(id: string): Promise<ProviderFee | null> {
      try {
        return providerFeeOf(await platform.razorpay.getPayment(id))
      } catch (error) {
        // A charge that it does not know has no fee; the audit reports it.
        if (refusalOf(error) === 'unknown_id') return null
        throw error
      }
    }
  },
)
