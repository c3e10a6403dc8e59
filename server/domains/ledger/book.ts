import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'

import { type EntryRow, insertEntries, insertTransaction } from './queries.ts'

export interface Booking {
  /** What it books, once. */
  reference: string
  /** The reference of the charge that it takes back, wholly or in part. */
  takesBack?: string
  occurredAt: Date
  /** Amounts in minor units, debit positive; they sum to zero per currency. */
  entries: readonly EntryRow[]
}

/** Writes one ledger transaction. Safe to call twice: answers false if the reference is already booked. */
export async function book(db: Db, booking: Booking): Promise<boolean> {
  const id = newId(booking.occurredAt)
  const isNew = await insertTransaction(db, {
    id,
    reference: booking.reference,
    takesBack: booking.takesBack ?? null,
    occurredAt: booking.occurredAt,
  })
  if (!isNew) return false
  // A zero entry says nothing, and the database refuses it.
  await insertEntries(
    db,
    id,
    booking.entries.filter(({ amountMinor }) => amountMinor !== 0),
  )
  return true
}

/** An entry of an account that exists only once. */
export function entry(account: string, currency: string, amountMinor: number): EntryRow {
  return { account, creatorId: null, currency, amountMinor }
}

/** An entry of one creator's balance: negative when they are owed more. */
export function creatorEntry(creatorId: string, currency: string, amountMinor: number): EntryRow {
  return { account: 'creator_balance', creatorId, currency, amountMinor }
}
