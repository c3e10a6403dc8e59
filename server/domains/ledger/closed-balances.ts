import type { Db } from '#server/platform/db/query.ts'

import { book, creatorEntry, entry } from './book.ts'

/** What was left of a closed page's balance. Amount in minor units. */
export interface BookedRest {
  id: string
  creatorId: string
  currency: string
  amountMinor: number
  occurredAt: Date
}

/** Money that is still the creator's: it waits outside the balance for the operator to pay it out. */
export function bookUnclaimed(db: Db, rest: BookedRest): Promise<boolean> {
  const { currency, amountMinor } = rest
  return book(db, {
    reference: `unclaimed:${rest.id}`,
    occurredAt: rest.occurredAt,
    entries: [
      creatorEntry(rest.creatorId, currency, amountMinor),
      entry('unclaimed_balances', currency, -amountMinor),
    ],
  })
}

/** The operator paid it out: the money left our bank. */
export function bookUnclaimedPaid(db: Db, rest: BookedRest): Promise<boolean> {
  const { currency, amountMinor } = rest
  return book(db, {
    reference: `unclaimed-paid:${rest.id}`,
    occurredAt: rest.occurredAt,
    entries: [entry('unclaimed_balances', currency, amountMinor), entry('bank', currency, -amountMinor)],
  })
}

/** Something moved the balance after all: the waiting amount goes back into it, to be recalculated. */
export function bookUnclaimedReturned(db: Db, rest: BookedRest): Promise<boolean> {
  const { currency, amountMinor } = rest
  return book(db, {
    reference: `unclaimed-returned:${rest.id}`,
    occurredAt: rest.occurredAt,
    entries: [
      entry('unclaimed_balances', currency, amountMinor),
      creatorEntry(rest.creatorId, currency, -amountMinor),
    ],
  })
}

/** More was refunded to members than the creator had: the platform bears it. */
export function bookClosingLoss(db: Db, rest: BookedRest): Promise<boolean> {
  const { currency, amountMinor } = rest
  return book(db, {
    reference: `closing-loss:${rest.id}`,
    occurredAt: rest.occurredAt,
    entries: [
      entry('closing_losses', currency, amountMinor),
      creatorEntry(rest.creatorId, currency, -amountMinor),
    ],
  })
}
