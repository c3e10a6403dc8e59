import type { Db } from '#server/platform/db/query.ts'

import { book, creatorEntry, entry } from './book.ts'

/** Amount in minor units. */
export interface BookedPayout {
  id: string
  creatorId: string
  currency: string
  amountMinor: number
  occurredAt: Date
}

/** A payout is requested: the money is not the creator's to ask for again. */
export function bookPayout(db: Db, payout: BookedPayout): Promise<boolean> {
  const { currency, amountMinor } = payout
  return book(db, {
    reference: `payout:${payout.id}`,
    occurredAt: payout.occurredAt,
    entries: [
      creatorEntry(payout.creatorId, currency, amountMinor),
      entry('payouts_in_transit', currency, -amountMinor),
    ],
  })
}

/** It arrived: the money left our bank. */
export function bookPayoutPaid(db: Db, payout: BookedPayout): Promise<boolean> {
  const { currency, amountMinor } = payout
  return book(db, {
    reference: `payout-paid:${payout.id}`,
    occurredAt: payout.occurredAt,
    entries: [entry('payouts_in_transit', currency, amountMinor), entry('bank', currency, -amountMinor)],
  })
}

/** It never left: the creator is owed it again. */
export function bookPayoutFailed(db: Db, payout: BookedPayout): Promise<boolean> {
  const { currency, amountMinor } = payout
  return book(db, {
    reference: `payout-failed:${payout.id}`,
    occurredAt: payout.occurredAt,
    entries: [
      entry('payouts_in_transit', currency, amountMinor),
      creatorEntry(payout.creatorId, currency, -amountMinor),
    ],
  })
}

/** It arrived and came back. */
export function bookPayoutReversed(db: Db, payout: BookedPayout): Promise<boolean> {
  const { currency, amountMinor } = payout
  return book(db, {
    reference: `payout-reversed:${payout.id}`,
    occurredAt: payout.occurredAt,
    entries: [entry('bank', currency, amountMinor), creatorEntry(payout.creatorId, currency, -amountMinor)],
  })
}
