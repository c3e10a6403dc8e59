import { bookProviderFee } from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { RazorpayPayment } from '#server/platform/razorpay/entities.ts'

import { setProviderFee } from './queries.ts'

/** What the provider keeps of a charge. Minor units of its own currency, whatever the charge was in. */
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

/** What the provider says it keeps, or null while it has not said. */
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

/** Keeps and books the provider's fee of a known charge, once. */
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
