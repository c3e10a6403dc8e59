import type { Context } from '../core/context.ts'
import type { Payment, Refund, Subscription } from '../core/entities.ts'
import { endSubscription } from './cycle.ts'
import { beginDebit, debitBeginsAt, settleDebit } from './debit-ahead.ts'
import { failPayment } from './charge.ts'
import { finishRefund } from './refund.ts'
import { runDueCharge } from './renewal.ts'

function subscriptionDueAt(subscription: Subscription): number | null {
  const { status, chargeAt, startAt, expireBy, debit } = subscription
  if (debit) return debit.dueAt
  if (status === 'created') {
    const limits = [startAt, expireBy].filter((limit) => limit !== null)
    return limits.length === 0 ? null : Math.min(...limits)
  }
  if (status === 'paused') return subscription.isCancelledAtCycleEnd ? subscription.currentEnd : null
  return chargeAt
}

function runSubscription(context: Context, subscription: Subscription): void {
  if (subscription.debit) settleDebit(context, subscription)
  else if (subscription.status === 'created') context.emit(endSubscription(context, subscription, 'expired'))
  else runDueCharge(context, subscription)
}

function runPayment(context: Context, payment: Payment): void {
  const events = failPayment(payment, {
    code: 'GATEWAY_ERROR',
    description: 'Payment was not completed on time.',
    source: 'customer',
    step: 'payment_authentication',
    reason: 'payment_timed_out',
  })
  context.emit(events)
}

interface Due {
  at: number
  run: () => void
}

function* listDue(context: Context): Generator<Due> {
  for (const subscription of Object.values(context.state.subscriptions)) {
    const debitAt = debitBeginsAt(context, subscription)
    if (debitAt !== null) yield { at: debitAt, run: () => beginDebit(context, subscription) }
    const at = subscriptionDueAt(subscription)
    if (at !== null) yield { at, run: () => runSubscription(context, subscription) }
  }
  for (const payment of Object.values(context.state.payments)) {
    const at = payment.awaitsOtpUntil
    if (at !== null) yield { at, run: () => runPayment(context, payment) }
  }
  for (const refund of Object.values<Refund>(context.state.refunds)) {
    if (refund.dueAt !== null) yield { at: refund.dueAt, run: () => finishRefund(context, refund) }
  }
}

/** The unix second at which the next thing happens automatically, or null. */
export function nextDueAt(context: Context): number | null {
  let next: number | null = null
  for (const { at } of listDue(context)) if (next === null || at < next) next = at
  return next
}

/** Runs everything due at the clock's current time, once each; returns how many things it ran. */
export function runDue(context: Context): number {
  const due = [...listDue(context)].filter(({ at }) => at <= context.clock.now())
  for (const { run } of due) run()
  return due.length
}
