import type { Db } from '#server/platform/db/query.ts'

import { book, entry } from './book.ts'
import type { EntryRow } from './queries.ts'

/** One line of a settlement, in minor units. */
export interface SettledItem {
  kind: 'payment' | 'refund' | 'dispute' | 'other'
  /** As charged, refunded or lost, in the currency of the charge; zero if it isn't ours. */
  chargedMinor: number
  chargedCurrency: string | null
  /** The same in the settlement currency: a payment before the fee, anything else at its payment's rate. */
  baseMinor: number
  /** The amounts the settlement credits and debits for it. */
  creditMinor: number
  debitMinor: number
  /** The fee of a line that isn't ours, booked with its settlement; the fee of our payments is booked by itself. */
  bookedFeeMinor: number
}

/**
 * Books what the provider paid into our bank. Money charged in one currency that arrives in another leaves the
 * provider's account through `exchange`, which then holds both sides of it; if a refund took more or less than its
 * payment had brought, that is the exchange difference. What the report does not explain is a difference; of a line that isn't ours, such as
 * the money that registers a card and goes back, the fee is known, and booked as one.
 */
export function bookSettlement(
  db: Db,
  settlement: {
    id: string
    currency: string
    amountMinor: number
    occurredAt: Date
    items: readonly SettledItem[]
  },
): Promise<boolean> {
  const { currency, amountMinor, items } = settlement
  const explained = items.reduce((sum, { creditMinor, debitMinor }) => sum + creditMinor - debitMinor, 0)
  return book(db, {
    reference: `settlement:${settlement.id}`,
    occurredAt: settlement.occurredAt,
    entries: summed([
      ...items.flatMap((item) => entriesOf(item, currency)),
      ...between('provider_clearing', 'settlement_differences', currency, amountMinor - explained),
      ...between('bank', 'provider_clearing', currency, amountMinor),
    ]),
  })
}

/**
 * Books a line for what it settled, in place of the difference it was first booked as: its payment, refund or dispute
 * became known only after its settlement was booked.
 */
export function bookAttributedItem(
  db: Db,
  attributed: { entityId: string; currency: string; occurredAt: Date; item: SettledItem },
): Promise<boolean> {
  const { entityId, currency, occurredAt, item } = attributed
  const { creditMinor, debitMinor, bookedFeeMinor } = item
  return book(db, {
    reference: `settlement-item:${entityId}`,
    occurredAt,
    entries: summed([
      ...between(
        'settlement_differences',
        'provider_clearing',
        currency,
        creditMinor + bookedFeeMinor - debitMinor,
      ),
      ...between('provider_clearing', 'provider_fees', currency, bookedFeeMinor),
      ...entriesOf(item, currency),
    ]),
  })
}

function entriesOf(item: SettledItem, currency: string): EntryRow[] {
  const { kind, chargedMinor, baseMinor, creditMinor, debitMinor, bookedFeeMinor } = item
  const chargedCurrency = item.chargedCurrency ?? currency
  if (kind === 'payment')
    return [
      ...between('exchange', 'provider_clearing', chargedCurrency, chargedMinor),
      ...between('provider_clearing', 'exchange', currency, baseMinor),
    ]
  if (kind === 'other')
    return [
      ...between(
        'provider_clearing',
        'settlement_differences',
        currency,
        creditMinor + bookedFeeMinor - debitMinor,
      ),
      ...between('provider_fees', 'provider_clearing', currency, bookedFeeMinor),
    ]
  return [
    ...between('provider_clearing', 'exchange', chargedCurrency, chargedMinor),
    ...between('exchange', 'provider_clearing', currency, baseMinor),
    ...between('exchange_differences', 'provider_clearing', currency, debitMinor - creditMinor - baseMinor),
  ]
}

/** Debits one account and credits another. */
function between(debited: string, credited: string, currency: string, amountMinor: number): EntryRow[] {
  return [entry(debited, currency, amountMinor), entry(credited, currency, -amountMinor)]
}

/** One entry per account and currency, however many lines there were. */
function summed(entries: readonly EntryRow[]): EntryRow[] {
  const sums = new Map<string, EntryRow>()
  for (const each of entries) {
    const key = `${each.account} ${each.currency}`
    const before = sums.get(key)
    sums.set(key, { ...each, amountMinor: (before?.amountMinor ?? 0) + each.amountMinor })
  }
  return [...sums.values()]
}
