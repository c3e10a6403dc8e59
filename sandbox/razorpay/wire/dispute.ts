import type { Dispute, Wire } from '../core/entities.ts'

/** Days a merchant has to respond. */
const RESPOND_SECONDS = 7 * 86_400

/** The dispute entity. */
export function disputeWire(dispute: Dispute): Wire {
  return {
    id: dispute.id,
    entity: 'dispute',
    payment_id: dispute.paymentId,
    amount: dispute.amount,
    currency: dispute.currency,
    // Deducted once the dispute is lost.
    amount_deducted: dispute.status === 'lost' ? dispute.amount : 0,
    reason_code: dispute.reasonCode,
    respond_by: dispute.createdAt + RESPOND_SECONDS,
    status: dispute.status,
    phase: dispute.phase ?? 'chargeback',
    created_at: dispute.createdAt,
    evidence: null,
  }
}
