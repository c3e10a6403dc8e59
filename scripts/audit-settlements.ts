import type { Say } from './audit-queries.ts'
import type { ProviderBooks } from './provider-books.ts'

/* The part of the audit that checks whether the money the provider paid into our bank is booked, to the paisa. */

export const SETTLEMENTS = `select provider_settlement_id as id, currency, amount_minor::float8 as amount from settlements`
export const SETTLEMENT_ITEMS = `select entity_id as entity, provider_settlement_id as settlement, kind,
  charged_minor::float8 as charged, charged_currency as "chargedCurrency", base_minor::float8 as base,
  credit_minor::float8 as credit, debit_minor::float8 as debit from settlement_items`

export interface Settlement {
  id: string
  currency: string
  amount: number
}

export interface SettlementItem {
  entity: string
  settlement: string
  kind: string
  charged: number
  chargedCurrency: string | null
  base: number
  credit: number
  debit: number
}

type Line = readonly [account: string, creator: string | null, currency: string, amount: number]

/** What each settlement should have booked: one line for each account and currency that it moves. */
export function settlementBooks(settlements: Settlement[], items: SettlementItem[]): Map<string, Line[]> {
  const itemsOf = Map.groupBy(items, ({ settlement }) => settlement)
  return new Map(
    settlements.map(({ id, currency, amount }) => {
      const moved = new Map<string, number>()
      const add = (account: string, of: string, minor: number) =>
        moved.set(`${account} ${of}`, (moved.get(`${account} ${of}`) ?? 0) + minor)
      let left = amount
      for (const item of itemsOf.get(id) ?? []) {
        const net = item.credit - item.debit
        left -= net
        const charged = item.chargedCurrency ?? currency
        // Settled items leave the provider in the currency they were charged in; payments forwards, the rest backwards.
        const direction = item.kind === 'payment' ? 1 : -1
        if (item.kind === 'other') add('settlement_differences', currency, -net)
        else {
          add('exchange', charged, direction * item.charged)
          add('provider_clearing', charged, -direction * item.charged)
          add('exchange', currency, -direction * item.base)
          // The amount it took above or below what its payment had brought is the exchange difference.
          if (item.kind !== 'payment') add('exchange_differences', currency, -net - item.base)
        }
        add('provider_clearing', currency, item.kind === 'payment' ? item.base : net)
      }
      add('settlement_differences', currency, -left)
      add('provider_clearing', currency, left)
      add('bank', currency, amount)
      add('provider_clearing', currency, -amount)
      const lines = [...moved].map(([key, minor]): Line => {
        const [account = '', of = ''] = key.split(' ')
        return [account, null, of, minor]
      })
      return [`settlement:${id}`, lines]
    }),
  )
}

/** Two days to hear of its items, and one to be looked at: others are booked before it, but none that much later. */
const WAITS_SECONDS = 3 * 86_400

/**
 * Each of the provider's settlements is booked with its amount and its lines, and no others are. Answers the items that
 * the booked settlements have settled.
 */
export function proveSettlements(
  say: Say,
  { settlements = [] }: ProviderBooks,
  booked: Settlement[],
  items: SettlementItem[],
): Set<string> {
  const settled = new Set<string>()
  let newestBooked = 0
  const theirs = new Map(settlements.map((settlement) => [settlement.id, settlement]))
  for (const { id, amount } of booked) {
    const their = theirs.get(id)
    say(their?.amount === amount, `settlement ${id}: the provider paid ${their?.amount ?? 'nothing'}`)
    const known = items.filter(({ settlement, kind }) => settlement === id && kind !== 'other').length
    const ours = (their?.entities ?? []).length
    say(known <= ours, `settlement ${id}: ${known} lines are booked, but the provider lists ${ours}`)
    for (const entity of their?.entities ?? []) settled.add(entity)
    newestBooked = Math.max(newestBooked, their?.createdAt ?? 0)
    theirs.delete(id)
  }
  for (const { id, createdAt } of theirs.values())
    say(createdAt > newestBooked - WAITS_SECONDS, `settlement ${id}: paid by the provider, but not booked`)
  return settled
}
