import { settleDue } from '../billing/settlement.ts'
import type { Dispute, Payment, Refund, Settlement, Wire } from '../core/entities.ts'
import { pageOf } from '../http/paging.ts'
import { allowKeys, findInteger, requireInteger } from '../http/fields.ts'
import { feesPaise, paiseOf } from '../wire/payment.ts'
import type { ApiRoute, Call } from './call.ts'

/** India's offset from UTC: the report uses its days. */
const INDIA_AHEAD_SECONDS = 5.5 * 3600

/** One line of a settlement; amounts in paise. */
interface Line {
  entityId: string
  type: 'payment' | 'refund' | 'adjustment'
  credit: number
  debit: number
  fee: number
  tax: number
  paymentId: string | null
  disputeId: string | null
  createdAt: number
  settlement: Settlement
}

function lineOfPayment(payment: Payment, settlement: Settlement): Line {
  const { fee, tax } = feesPaise(payment)
  return {
    entityId: payment.id,
    type: 'payment',
    credit: paiseOf(payment) - (fee ?? 0),
    debit: 0,
    fee: fee ?? 0,
    tax: tax ?? 0,
    paymentId: null,
    disputeId: null,
    createdAt: payment.createdAt,
    settlement,
  }
}

function lineOfReturn(item: Refund | Dispute, settlement: Settlement): Line {
  const isRefund = item.id.startsWith('rfnd_')
  return {
    entityId: isRefund ? item.id : `adj_${item.id.slice(5)}`,
    type: isRefund ? 'refund' : 'adjustment',
    credit: 0,
    debit: paiseOf(item),
    fee: 0,
    tax: 0,
    paymentId: item.paymentId,
    disputeId: isRefund ? null : item.id,
    createdAt: item.createdAt,
    settlement,
  }
}

/** Anything a settlement swept out besides its payments: funds the merchant had put in. */
function adjustmentOf(settlement: Settlement, lines: readonly Line[]): Line[] {
  const rest = lines.reduce((left, { credit, debit }) => left - credit + debit, settlement.amount)
  if (rest === 0) return []
  const moved = { credit: Math.max(0, rest), debit: Math.max(0, -rest), fee: 0, tax: 0 }
  const about = { paymentId: null, disputeId: null, createdAt: settlement.createdAt, settlement }
  return [{ entityId: `adj_${settlement.id.slice(5)}`, type: 'adjustment', ...moved, ...about }]
}

function linesOf({ context }: Call, settlement: Settlement): Line[] {
  const { payments, refunds, disputes } = context.state
  const isIn = (item: { settlementId?: string }) => item.settlementId === settlement.id
  const lines = [
    ...Object.values(payments)
      .filter(isIn)
      .map((payment) => lineOfPayment(payment, settlement)),
    ...[...Object.values(refunds), ...Object.values(disputes)]
      .filter(isIn)
      .map((item) => lineOfReturn(item, settlement)),
  ]
  return [...lines, ...adjustmentOf(settlement, lines)]
}

function lineWire(line: Line): Wire {
  return {
    entity_id: line.entityId,
    type: line.type,
    debit: line.debit,
    credit: line.credit,
    amount: line.credit + line.fee + line.debit,
    currency: 'INR',
    fee: line.fee,
    tax: line.tax,
    on_hold: false,
    settled: true,
    created_at: line.createdAt,
    settled_at: line.settlement.createdAt,
    settlement_id: line.settlement.id,
    posted_at: null,
    credit_type: 'default',
    description: null,
    notes: '{}',
    payment_id: line.paymentId,
    settlement_utr: line.settlement.utr,
    order_id: null,
    order_receipt: null,
    method: line.type === 'adjustment' ? null : 'card',
    card_network: null,
    card_issuer: null,
    card_type: null,
    dispute_id: line.disputeId,
  }
}

/** The settlement lines of a month, or of one day, in India's time. */
function report(call: Call): Wire {
  const { year, month, day, ...page } = call.query
  allowKeys(page, ['count', 'skip'])
  const asked = { year, month, ...(day === undefined ? {} : { day }) }
  const wanted = [requireInteger(asked, 'year'), requireInteger(asked, 'month'), findInteger(asked, 'day')]
  settleDue(call.context)
  const lines = Object.values(call.context.state.settlements)
    .filter(({ createdAt }) => {
      const there = new Date((createdAt + INDIA_AHEAD_SECONDS) * 1000)
      const is = [there.getUTCFullYear(), there.getUTCMonth() + 1, there.getUTCDate()]
      return wanted.every((part, index) => part === null || part === is[index])
    })
    .flatMap((settlement) => linesOf(call, settlement))
  return pageOf(page, [], lines, (line) => line.settlement.createdAt, lineWire)
}

/** The contents of each settlement. */
export const settlementReportRoutes: ApiRoute[] = [
  { method: 'GET', path: 'settlements/recon/combined', answer: report },
]
