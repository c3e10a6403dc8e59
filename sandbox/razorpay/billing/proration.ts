import type { Context } from '../core/context.ts'
import type { Plan, Subscription } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { findCardByKey } from './cards.ts'
import { capturePayment, failPayment, issueInvoice, startPayment } from './charge.ts'
import { refundPayment } from './refund.ts'

const DAY_SECONDS = 86_400
/** Subunits; smaller differences are refused. */
const MIN_DIFFERENCE = 50

/**
 * Settles an immediate change for the days left in the cycle: charges more, or refunds part of the last payment.
 * `differencePerCycle` is in subunits. Throws, and changes nothing, when the bank refuses.
 */
export function collectProration(
  context: Context,
  subscription: Subscription,
  plan: Plan,
  differencePerCycle: number,
): void {
  const { currentStart, currentEnd, mandate } = subscription
  if (currentStart === null || currentEnd === null || mandate === null) return
  const cycleDays = Math.max(1, Math.round((currentEnd - currentStart) / DAY_SECONDS))
  const daysLeft = Math.max(0, Math.ceil((currentEnd - context.clock.now()) / DAY_SECONDS))
  const amount = Math.round((differencePerCycle * Math.min(daysLeft, cycleDays)) / cycleDays)
  if (Math.abs(amount) < MIN_DIFFERENCE) {
    throw badRequest('The difference between the plan amounts must be at least 50 subunits.', 'plan_id')
  }
  if (amount < 0) {
    const last = Object.values(context.state.payments).findLast(
      (payment) => payment.subscriptionId === subscription.id && payment.status === 'captured',
    )
    const available = last === undefined ? 0 : last.amount - last.amountRefunded
    if (last !== undefined && available > 0) {
      refundPayment(context, last, {
        amount: Math.min(-amount, available),
        speed: 'normal',
        receipt: null,
        notes: {},
      })
    }
    return
  }
  const line = { name: plan.name, amount, quantity: 1, currency: plan.currency, type: 'plan' } as const
  const invoice = issueInvoice(context, subscription, [line], {
    start: context.clock.now(),
    end: currentEnd,
  })
  subscription.openInvoiceId = null
  const payment = startPayment(context, subscription, mandate, invoice)
  const forced = subscription.nextOutcomes.shift()
  const error = forced === 'success' ? null : findCardByKey(mandate.cardKey)?.renewalError
  if (error !== undefined && error !== null) {
    invoice.status = 'cancelled'
    invoice.cancelledAt = context.clock.now()
    context.emit(failPayment(payment, error))
    throw badRequest('The subscription was not updated: the difference could not be charged.')
  }
  context.emit(capturePayment(context, payment))
}
