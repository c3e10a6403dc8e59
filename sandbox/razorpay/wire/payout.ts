import type { Payout, Wire } from '../core/entities.ts'

/** The payout entity of RazorpayX. */
export function payoutWire(payout: Payout): Wire {
  return {
    id: payout.id,
    entity: 'payout',
    fund_account_id: payout.fundAccountId,
    amount: payout.amount,
    currency: 'INR',
    notes: [],
    fees: payout.fees,
    tax: payout.tax,
    status: payout.status,
    utr: payout.utr,
    mode: payout.mode,
    purpose: payout.purpose,
    reference_id: payout.referenceId,
    narration: null,
    batch_id: null,
    status_details: { description: payout.reason, source: 'beneficiary_bank', reason: payout.reason },
    created_at: payout.createdAt,
    fee_type: null,
  }
}
