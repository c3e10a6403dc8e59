import type { Context } from '../core/context.ts'
import type { Dispute, Payment, Refund, Settlement } from '../core/entities.ts'
import { newId } from '../core/ids.ts'
import { feesPaise, paiseOf } from '../wire/payment.ts'

/** Working days from a payment to its settlement: T+2 for Indian cards, T+7 for others. */
const DOMESTIC_DAYS = 2
const INTERNATIONAL_DAYS = 7
const DAY_SECONDS = 86_400
/** Settlements are made once a day, at half past ten in India. */
const HOUR_OF_SETTLEMENT_SECONDS = 5 * 3600

/** Everything the account has taken in or returned and not yet settled. */
interface Unsettled {
  payments: Payment[]
  refunds: Refund[]
  disputes: Dispute[]
}

/** When a payment is settled, in unix seconds. */
function settlesAt(payment: Payment): number {
  let left = payment.card?.isInternational ? INTERNATIONAL_DAYS : DOMESTIC_DAYS
  let day = Math.floor(payment.createdAt / DAY_SECONDS)
  while (left > 0) {
    day += 1
    // The first day of 1970 was a Thursday.
    const weekday = (day + 4) % 7
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return day * DAY_SECONDS + HOUR_OF_SETTLEMENT_SECONDS
}

function unsettledBy(context: Context, moment: number, isDue: (payment: Payment) => boolean): Unsettled {
  const { payments, refunds, disputes } = context.state
  return {
    payments: Object.values(payments).filter(
      (payment) => payment.isCaptured && payment.settlementId === undefined && isDue(payment),
    ),
    // A failed refund returned its money to the balance.
    refunds: Object.values(refunds).filter(
      ({ status, settlementId, createdAt }) =>
        status !== 'failed' && settlementId === undefined && createdAt <= moment,
    ),
    disputes: Object.values(disputes).filter(
      ({ status, settlementId }) => status === 'lost' && settlementId === undefined,
    ),
  }
}

/** The unsettled total in paise: payments less fees, less the money returned. */
function netOf({ payments, refunds, disputes }: Unsettled): number {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return (
    sum(payments.map((payment) => paiseOf(payment) - (feesPaise(payment).fee ?? 0))) -
    sum(refunds.map(paiseOf)) -
    sum(disputes.map(paiseOf))
  )
}

function settle(context: Context, items: Unsettled, amount: number, at: number): Settlement {
  const fees = items.payments.map(feesPaise)
  const id = newId('setl')
  const settlement: Settlement = {
    id,
    amount,
    fees: fees.reduce((sum, { fee }) => sum + (fee ?? 0), 0),
    tax: fees.reduce((sum, { tax }) => sum + (tax ?? 0), 0),
    utr: `UTR${id.slice(5)}`,
    createdAt: at,
  }
  context.state.settlements[id] = settlement
  for (const item of [...items.payments, ...items.refunds, ...items.disputes]) item.settlementId = id
  return settlement
}

/**
 * Makes the settlements that have fallen due since the last call, day by day. A day on which more money was returned
 * than is due settles nothing; its payments wait for the next.
 */
export function settleDue(context: Context): void {
  const now = context.clock.now()
  const isUnsettled = (payment: Payment) => payment.isCaptured && payment.settlementId === undefined
  const moments = new Set(
    Object.values(context.state.payments)
      .filter(isUnsettled)
      .map(settlesAt)
      .filter((at) => at <= now),
  )
  for (const moment of [...moments].toSorted((left, right) => left - right)) {
    const items = unsettledBy(context, moment, (payment) => settlesAt(payment) <= moment)
    const amount = netOf(items)
    if (amount > 0) settle(context, items, amount, moment)
  }
}

/** The amount available for refunds, in paise. */
export function balancePaise(context: Context): number {
  settleDue(context)
  const { reserve } = context.state
  return reserve + netOf(unsettledBy(context, context.clock.now(), () => true))
}

/** Sends the whole account balance to the bank at once, reserve included; null when there is nothing to send. */
export function settleEverything(context: Context): Settlement | null {
  const amount = balancePaise(context)
  if (amount <= 0) return null
  const now = context.clock.now()
  context.state.reserve = 0
  return settle(
    context,
    unsettledBy(context, now, () => true),
    amount,
    now,
  )
}
