import type { Context } from '../core/context.ts'
import type { Dispute, DisputeEvidence, Payment } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { disputeEvent } from '../webhooks/envelope.ts'
import { paiseOf } from '../wire/payment.ts'

/** The cardholder's bank claims back a captured payment, in its own currency or in the rupees that were settled. */
export function openDispute(
  context: Context,
  payment: Payment,
  {
    reasonCode,
    phase,
    isInRupees,
    amount = payment.amount,
  }: {
    reasonCode: string
    phase: NonNullable<Dispute['phase']>
    isInRupees: boolean
    /** Part of the payment, in its currency. */
    amount?: number
  },
): Dispute {
  if (!payment.isCaptured) throw badRequest('Only a captured payment can be disputed.')
  const dispute: Dispute = {
    id: newId('disp'),
    paymentId: payment.id,
    amount: isInRupees ? paiseOf({ ...payment, amount }) : amount,
    currency: isInRupees ? 'INR' : payment.currency,
    status: 'open',
    reasonCode,
    phase,
    createdAt: context.clock.now(),
  }
  context.state.disputes[dispute.id] = dispute
  context.emit([disputeEvent('payment.dispute.created', dispute, payment)])
  return dispute
}

/** The merchant answers the bank, in a draft or for good. */
export function contestDispute(context: Context, dispute: Dispute, evidence: DisputeEvidence): void {
  const payment = context.state.payments[dispute.paymentId]
  if (payment === undefined || dispute.status !== 'open')
    throw badRequest('Action not allowed on the dispute. Dispute is not in open status.')
  dispute.evidence = evidence
  if (evidence.submittedAt === null) return
  dispute.status = 'under_review'
  context.emit([disputeEvent('payment.dispute.under_review', dispute, payment)])
}

/** The bank decides, and its decision is final. */
export function settleDispute(context: Context, dispute: Dispute, outcome: 'won' | 'lost' | 'closed'): void {
  const payment = context.state.payments[dispute.paymentId]
  if (payment === undefined || (dispute.status !== 'open' && dispute.status !== 'under_review')) {
    throw badRequest('The dispute is settled already.')
  }
  dispute.status = outcome
  context.emit([disputeEvent(`payment.dispute.${outcome}`, dispute, payment)])
}
