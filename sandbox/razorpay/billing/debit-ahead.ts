import type { Context } from '../core/context.ts'
import type { Subscription } from '../core/entities.ts'
import { remainingCount } from '../wire/subscription.ts'
import { findCardByKey } from './cards.ts'
import { capturePayment, failPayment, getPlanOf, issueInvoice, planLine } from './charge.ts'
import { boundaryOf, endSubscription, enterNextPeriod, recordPaidCycle } from './cycle.ts'
import { chargeMandate, findRenewalError, recordFailedCycle } from './renewal.ts'
import { UPI_NOTICE_HOURS } from './upi.ts'

/*
 * Indian cards are debited 24 to 36 hours before a charge is due, after a notice to the cardholder, and UPI customers
 * are notified 24 hours ahead. A debit the bank has started can't be stopped: it arrives when the charge was due,
 * whatever has happened to the subscription by then.
 */

const HOUR_SECONDS = 3600

/** When the bank starts a subscription's next debit; null: it only charges on the day, or has started already. */
export function debitBeginsAt(context: Context, subscription: Subscription): number | null {
  const { status, chargeAt, mandate, isCancelledAtCycleEnd, scheduledChange } = subscription
  if (subscription.debit || chargeAt === null || mandate === null) return null
  if (mandate.card?.isInternational) return null
  if (status !== 'active' && status !== 'authenticated') return null
  if (isCancelledAtCycleEnd || scheduledChange !== null || remainingCount(subscription) === 0) return null
  const ofMandate =
    mandate.card === null ? UPI_NOTICE_HOURS : (findCardByKey(mandate.cardKey)?.debitAheadHours ?? 0)
  const hours = Math.max(ofMandate, context.state.knobs.debitAheadHours)
  return hours === 0 ? null : Math.max(context.clock.now(), chargeAt - hours * HOUR_SECONDS)
}

/** The bank starts to debit the card for the next period. */
export function beginDebit(context: Context, subscription: Subscription): void {
  const dueAt = subscription.chargeAt
  if (dueAt === null) return
  const line = planLine(getPlanOf(context, subscription), subscription.quantity)
  const invoice = issueInvoice(context, subscription, [line], {
    start: boundaryOf(context, subscription, subscription.periodIndex),
    end: boundaryOf(context, subscription, subscription.periodIndex + 1),
  })
  // The customer isn't asked to pay this bill at the checkout.
  subscription.openInvoiceId = null
  const payment = chargeMandate(context, subscription, invoice)
  subscription.debit = { paymentId: payment.id, invoiceId: invoice.id, dueAt }
}

/** The bank answers. A subscription that has ended or been paused by then is charged, but not renewed. */
export function settleDebit(context: Context, subscription: Subscription): void {
  const { debit } = subscription
  subscription.debit = null
  const payment = context.state.payments[debit?.paymentId ?? '']
  const invoice = context.state.invoices[debit?.invoiceId ?? '']
  if (payment === undefined || invoice === undefined) return
  const { status } = subscription
  const isRunning = status === 'active' || status === 'authenticated'
  const isRenewed = isRunning && !subscription.isCancelledAtCycleEnd
  const error = findRenewalError(subscription, payment.amount)
  const events = error === null ? capturePayment(context, payment) : failPayment(payment, error)
  if (isRenewed) {
    enterNextPeriod(context, subscription)
    if (error === null) events.push(...recordPaidCycle(context, subscription, payment))
    else {
      subscription.openInvoiceId = invoice.id
      events.push(...recordFailedCycle(context, subscription, payment))
    }
  } else {
    if (error !== null) invoice.status = 'cancelled'
    if (isRunning) {
      subscription.cancelInitiatedBy = 'self'
      events.push(...endSubscription(context, subscription, 'cancelled'))
    }
  }
  context.emit(events)
}
