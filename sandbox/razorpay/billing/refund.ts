import type { Context } from '../core/context.ts'
import type { Notes, Payment, Refund } from '../core/entities.ts'
import { newId } from '../core/ids.ts'
import { refundEvent } from '../webhooks/envelope.ts'
import { paiseOf } from '../wire/payment.ts'

export interface RefundRequest {
  amount: number
  speed: 'normal' | 'optimum'
  receipt: string | null
  notes: Notes
}

/** Refunds part of a captured payment and notifies the merchant. The provider keeps the original fee. */
export function refundPayment(
  context: Context,
  payment: Payment,
  request: RefundRequest,
  outcome = context.state.knobs.refundOutcome,
): Refund {
  const { refundDays } = context.state.knobs
  const refund: Refund = {
    id: newId('rfnd'),
    paymentId: payment.id,
    amount: request.amount,
    currency: payment.currency,
    status: outcome === 'processed' ? 'processed' : 'pending',
    speed: request.speed,
    receipt: request.receipt,
    notes: request.notes,
    createdAt: context.clock.now(),
    dueAt: outcome === 'processed' ? null : context.clock.now() + refundDays * 86_400,
    ...(outcome === 'processed' && { processedAt: context.clock.now() }),
  }
  context.state.refunds[refund.id] = refund
  payment.amountRefunded += refund.amount
  if (payment.amountRefunded === payment.amount) payment.status = 'refunded'
  const events = [refundEvent('refund.created', refund, payment)]
  if (refund.status === 'processed') events.push(refundEvent('refund.processed', refund, payment))
  context.emit(events)
  return refund
}

/** The bank's late answer to a pending refund; a failed one frees the amount again. */
export function finishRefund(context: Context, refund: Refund): void {
  const payment = context.state.payments[refund.paymentId]
  refund.dueAt = null
  if (payment === undefined) return
  if (context.state.knobs.refundOutcome === 'failed') {
    refund.status = 'failed'
    payment.amountRefunded -= refund.amount
    payment.status = 'captured'
    // A settlement has already deducted it, so the amount is credited to the account again.
    if (refund.settlementId !== undefined) context.state.reserve += paiseOf(refund)
    context.emit([refundEvent('refund.failed', refund, payment)])
    return
  }
  refund.status = 'processed'
  refund.processedAt = context.clock.now()
  context.emit([refundEvent('refund.processed', refund, payment)])
}

/**
 * The amount that only proved the card is returned at once, whatever is set for the merchant's refunds: returning it is
 * the provider's job. The merchant is notified as with any refund.
 */
export function refundTokenAmount(context: Context, payment: Payment): void {
  const request: RefundRequest = { amount: payment.amount, speed: 'normal', receipt: null, notes: {} }
  refundPayment(context, payment, request, 'processed')
}
