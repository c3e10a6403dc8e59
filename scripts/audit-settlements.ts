import type { Line, Say } from './audit-queries.ts'
import type { ProviderBooks } from './provider-books.ts'

/* The part of the audit that checks whether the money the provider paid into our bank is booked, to the paisa. */

export const SETTLEMENTS = `select provider_settlement_id as id, currency, amount_minor::float8 as amount from settlements`
export const SETTLEMENT_ITEMS = `select entity_id as entity, coalesce(dispute_id, entity_id) as subject,
  provider_settlement_id as settlement, kind,
  charged_minor::float8 as charged, charged_currency as "chargedCurrency", base_minor::float8 as base,
  credit_minor::float8 as credit, debit_minor::float8 as debit, booked_fee_minor::float8 as "bookedFee"
  from settlement_items`
/** What lines booked as differences turned out to be about. */
export const ATTRIBUTIONS = `select i.entity_id as entity, coalesce(i.dispute_id, i.entity_id) as subject,
  i.provider_settlement_id as settlement, a.kind,
  a.charged_minor::float8 as charged, a.charged_currency as "chargedCurrency", a.base_minor::float8 as base,
  i.credit_minor::float8 as credit, i.debit_minor::float8 as debit, i.booked_fee_minor::float8 as "bookedFee"
  from settlement_attributions a join settlement_items i using (entity_id)`
/** Whoever books settlements also attributes what has become known since. */
export const NOT_ATTRIBUTED = `select i.entity_id as id from settlement_items i
  join payments p on p.provider_payment_id = i.entity_id
  where i.kind = 'other' and not exists (select from settlement_attributions a where a.entity_id = i.entity_id)
    and exists (select from settlements s where s.booked_at > p.created_at)`

export interface Settlement {
  id: string
  currency: string
  amount: number
}

export interface SettlementItem {
  entity: string
  /** The payment, refund or dispute that the line is about. */
  subject: string
  settlement: string
  kind: string
  charged: number
  chargedCurrency: string | null
  base: number
  credit: number
  debit: number
  /** Booked with the settlement, as the line isn't ours; 0 as well if it was settled before fees were told apart. */
  bookedFee: number
}

type Add = (account: string, of: string, minor: number) => void

function moveItem(add: Add, item: SettlementItem, currency: string): void {
  const net = item.credit - item.debit
  const charged = item.chargedCurrency ?? currency
  // Settled items leave the provider in the currency they were charged in; payments forwards, the rest backwards.
  const direction = item.kind === 'payment' ? 1 : -1
  if (item.kind === 'other') {
    add('settlement_differences', currency, -net - item.bookedFee)
    add('provider_fees', currency, item.bookedFee)
  }
  if (item.kind !== 'other') {
    add('exchange', charged, direction * item.charged)
    add('provider_clearing', charged, -direction * item.charged)
    add('exchange', currency, -direction * item.base)
    // The amount it took above or below what its payment had brought is the exchange difference.
    if (item.kind !== 'payment') add('exchange_differences', currency, -net - item.base)
  }
  add('provider_clearing', currency, item.kind === 'payment' ? item.base : net)
}

function linesOf(moved: Map<string, number>): Line[] {
  return [...moved].map(([key, minor]) => {
    const [account = '', of = ''] = key.split(' ')
    return [account, null, of, minor]
  })
}

/** What each line attributed later should have booked: itself, and the difference taken back. */
export function attributionBooks(
  settlements: Settlement[],
  attributed: SettlementItem[],
): Map<string, Line[]> {
  const currencyOf = new Map(settlements.map(({ id, currency }) => [id, currency]))
  return new Map(
    attributed.map((item) => {
      const currency = currencyOf.get(item.settlement) ?? ''
      const moved = new Map<string, number>()
      const add: Add = (account, of, minor) =>
        moved.set(`${account} ${of}`, (moved.get(`${account} ${of}`) ?? 0) + minor)
      moveItem(add, item, currency)
      add('settlement_differences', currency, item.credit + item.bookedFee - item.debit)
      add('provider_fees', currency, -item.bookedFee)
      add('provider_clearing', currency, item.debit - item.credit)
      return [`settlement-item:${item.entity}`, linesOf(moved)]
    }),
  )
}

/** What each settlement should have booked: one line for each account and currency that it moves. */
export function settlementBooks(settlements: Settlement[], items: SettlementItem[]): Map<string, Line[]> {
  const itemsOf = Map.groupBy(items, ({ settlement }) => settlement)
  return new Map(
    settlements.map(({ id, currency, amount }) => {
      const moved = new Map<string, number>()
      const add: Add = (account, of, minor) =>
        moved.set(`${account} ${of}`, (moved.get(`${account} ${of}`) ?? 0) + minor)
      let left = amount
      for (const item of itemsOf.get(id) ?? []) {
        left -= item.credit - item.debit
        moveItem(add, item, currency)
      }
      add('settlement_differences', currency, -left)
      add('provider_clearing', currency, left)
      add('bank', currency, amount)
      add('provider_clearing', currency, -amount)
      return [`settlement:${id}`, linesOf(moved)]
    }),
  )
}

/** Two days to hear of its items, and one to be looked at: others are booked before it, but none that much later. */
const WAITS_SECONDS = 3 * 86_400

/**
 * Each of the provider's settlements is booked with its amount and its lines, and no others are. Answers the items that
 * our books have as settled: without those booked as differences and not attributed yet.
 */
export function proveSettlements(
  say: Say,
  { settlements = [] }: ProviderBooks,
  booked: Settlement[],
  items: SettlementItem[],
  attributed: SettlementItem[],
): Set<string> {
  const settled = new Set<string>()
  const attributedEntities = new Set(attributed.map(({ entity }) => entity))
  const different = new Set(
    items
      .filter(({ kind, entity }) => kind === 'other' && !attributedEntities.has(entity))
      .map(({ subject }) => subject),
  )
  let newestBooked = 0
  const theirs = new Map(settlements.map((settlement) => [settlement.id, settlement]))
  for (const { id, amount } of booked) {
    const their = theirs.get(id)
    say(their?.amount === amount, `settlement ${id}: the provider paid ${their?.amount ?? 'nothing'}`)
    const known = items.filter(({ settlement, kind }) => settlement === id && kind !== 'other').length
    const ours = (their?.entities ?? []).length
    say(known <= ours, `settlement ${id}: ${known} lines are booked, but the provider lists ${ours}`)
    for (const entity of their?.entities ?? []) if (!different.has(entity)) settled.add(entity)
    newestBooked = Math.max(newestBooked, their?.createdAt ?? 0)
    theirs.delete(id)
  }
  for (const { id, createdAt } of theirs.values())
    say(createdAt > newestBooked - WAITS_SECONDS, `settlement ${id}: paid by the provider, but not booked`)
  return settled
}
