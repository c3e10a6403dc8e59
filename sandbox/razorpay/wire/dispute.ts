import type { Dispute, DisputeEvidence, UploadedDocument, Wire } from '../core/entities.ts'

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
    evidence: dispute.evidence ? evidenceWire(dispute.evidence) : null,
  }
}

function evidenceWire({ amount, summary, documents, submittedAt }: DisputeEvidence): Wire {
  return {
    amount,
    summary,
    shipping_proof: null,
    billing_proof: null,
    cancellation_proof: null,
    customer_communication: null,
    proof_of_service: null,
    explanation_letter: null,
    refund_confirmation: null,
    access_activity_log: null,
    refund_cancellation_policy: null,
    term_and_conditions: null,
    others: documents.map(({ type, documentIds }) => ({ type, document_ids: documentIds })),
    submitted_at: submittedAt,
  }
}

/** The document entity. */
export function documentWire({ id, purpose, name, mime, sizeBytes, createdAt }: UploadedDocument): Wire {
  return { id, entity: 'document', purpose, name, mime_type: mime, size: sizeBytes, created_at: createdAt }
}
