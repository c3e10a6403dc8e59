import { textAt } from './api.ts'
import type { Act, Life } from './people.ts'
import type { ProviderReport, ReportedInvoice, ReportedPayment } from './provider.ts'

/** An event that affects a membership, in the order in which it happened. */
export type Happening =
  | { kind: 'act'; at: number; act: Act }
  /**
   * Money or a registered card; `isBase`: it pays for one of the provider's own periods; `isLate`: the bank said no
   * first; `keptCents`: the amount without the part that went back at once, because the plan had become cheaper.
   */
  | {
      kind: 'paid'
      at: number
      payment: ReportedPayment
      keptCents: number
      invoice: ReportedInvoice | null
      isBase: boolean
      isLate: boolean
    }
  /** A whole payment has gone back. `askedAt`: when the provider was asked for it. */
  | { kind: 'returned'; at: number; paymentId: string; askedAt: number }
  | { kind: 'archived'; at: number; planId: string }
  | { kind: 'repriced'; at: number; planId: string }
  | { kind: 'closed'; at: number }

export type Paid = Extract<Happening, { kind: 'paid' }>

/** Razorpay's own time for a refund, plus some for holidays. */
const COUNTS_AS_MADE_SECONDS = 11 * 86_400

function isWhollyReturned(report: ProviderReport, payment: ReportedPayment): boolean {
  return returnedOf(report, payment.id) === payment.amount
}

/** What has left or is about to leave for a payment, by the provider's report. */
export function returnedOf(report: ProviderReport, paymentId: string): number {
  return (report.refundsByPayment.get(paymentId) ?? [])
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** A price that was lowered while the bank had already been asked is settled with the charge; a closing later. */
const SETTLED_WITH_CHARGE_SECONDS = 2 * 86_400

function keptOf(report: ProviderReport, payment: ReportedPayment): number {
  const returned = (report.refundsByPayment.get(payment.id) ?? [])
    .filter(({ createdAt }) => createdAt <= payment.createdAt + SETTLED_WITH_CHARGE_SECONDS)
    .reduce((sum, { amount }) => sum + amount, 0)
  return payment.amount - returned
}

/** Everything that happened to one life by `now`, from its acts and the provider's report. */
export function timelineOf(life: Life, report: ProviderReport, now: number) {
  const happenings: Happening[] = []
  const paidByAct = new Set<string>()
  const payments = life.orders.flatMap(
    ({ subscriptionId }) => report.paymentsBySubscription.get(subscriptionId) ?? [],
  )
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const paid = (payment: ReportedPayment, at: number, isLate: boolean): Happening => {
    const invoice = payment.invoiceId === null ? null : (report.invoices[payment.invoiceId] ?? null)
    const isBase = (invoice?.billingEnd ?? null) !== null
    return { kind: 'paid', at, payment, keptCents: keptOf(report, payment), invoice, isBase, isLate }
  }
  for (const act of life.acts) {
    const payment = byId.get(textAt(act.detail, 'paymentId'))
    const isPaying = (act.what === 'pay' || act.what === 'late') && act.outcome === 'ok'
    if (isPaying && payment?.isCaptured) {
      paidByAct.add(payment.id)
      happenings.push(paid(payment, act.at, act.what === 'late'))
    } else happenings.push({ kind: 'act', at: act.at, act })
  }
  for (const payment of byId.values()) {
    const invoice = report.invoices[payment.invoiceId ?? '']
    if (payment.isCaptured && !paidByAct.has(payment.id))
      happenings.push(paid(payment, invoice?.paidAt ?? payment.createdAt, false))
    // A registered card costs a token amount that the provider refunds itself.
    if (payment.invoiceId === null || !isWhollyReturned(report, payment)) continue
    const refunds = (report.refundsByPayment.get(payment.id) ?? []).filter(
      ({ status }) => status !== 'failed',
    )
    const askedAt = Math.max(...refunds.map(({ createdAt }) => createdAt))
    const at = Math.max(
      ...refunds.map(({ createdAt, processedAt = Infinity }) =>
        Math.min(processedAt, createdAt + COUNTS_AS_MADE_SECONDS),
      ),
    )
    if (at <= now) happenings.push({ kind: 'returned', at, paymentId: payment.id, askedAt })
  }
  for (const { id, archivedAt, prices } of life.page.plans) {
    if (archivedAt !== null) happenings.push({ kind: 'archived', at: archivedAt, planId: id })
    for (const { from } of prices.slice(1)) happenings.push({ kind: 'repriced', at: from, planId: id })
  }
  if (life.page.closedAt !== null) happenings.push({ kind: 'closed', at: life.page.closedAt })
  return happenings.filter(({ at }) => at <= now).toSorted((one, other) => one.at - other.at)
}

/** Whether the browser told us at once that it was paid. */
export function isConfirmed({ acts }: Life, { payment, at }: Paid): boolean {
  return acts.some(
    ({ what, detail, outcome, at: toldAt }) =>
      what === 'confirm' &&
      outcome === '200' &&
      detail['subscriptionId'] === payment.subscriptionId &&
      toldAt >= at &&
      toldAt <= at + 60,
  )
}
