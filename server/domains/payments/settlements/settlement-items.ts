import { shareOfCharge } from '#contract/payments/settlement-rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { RazorpaySettledItem } from '#server/platform/razorpay/settlement-entities.ts'

import { recordProviderFee } from './provider-fees.ts'
import type { SettledLine, SettledSubject, SettlementItem } from './settlement-queries.ts'

/* What one line of the provider's report is in our books. */

/** The provider settles in rupees, whatever the charge's currency. */
export const SETTLEMENT_CURRENCY = 'INR'

/** A line of the report, as we keep it. */
export function lineOf(item: RazorpaySettledItem): SettledLine {
  return {
    entityId: item.entity_id,
    disputeId: item.dispute_id ?? null,
    creditMinor: item.credit,
    debitMinor: item.debit,
    feeMinor: item.fee,
    taxMinor: item.tax,
  }
}

/** What a line is about: an adjustment for a dispute names the dispute. */
export function subjectIdOf({ disputeId, entityId }: SettledLine): string {
  return disputeId ?? entityId
}

/** Takes a payment's fee from the report if it wasn't known before. */
export async function learnFee(
  db: Db,
  line: SettledLine,
  subject: SettledSubject | undefined,
  now: Date,
): Promise<void> {
  if (subject?.kind !== 'payment' || subject.baseAmountMinor !== null) return
  await recordProviderFee(
    db,
    subject.providerPaymentId,
    {
      feeMinor: line.feeMinor,
      taxMinor: line.taxMinor,
      currency: SETTLEMENT_CURRENCY,
      baseAmountMinor: line.creditMinor + line.feeMinor,
    },
    now,
  )
}

/** The line with what it settles, which is unknown without a `subject`. */
export function itemOf(line: SettledLine, subject: SettledSubject | undefined): SettlementItem {
  if (!subject)
    return {
      ...line,
      kind: 'other',
      paymentId: null,
      chargedMinor: 0,
      chargedCurrency: null,
      baseMinor: 0,
      bookedFeeMinor: line.feeMinor,
    }
  const { kind, paymentId, chargedMinor, currency, paidMinor, baseAmountMinor } = subject
  return {
    ...line,
    kind,
    paymentId,
    chargedMinor,
    chargedCurrency: currency,
    bookedFeeMinor: 0,
    baseMinor:
      kind === 'payment'
        ? line.creditMinor + line.feeMinor
        : shareOfCharge(chargedMinor, {
            paidMinor,
            baseAmountMinor: baseAmountMinor ?? line.debitMinor - line.creditMinor,
          }),
  }
}
