import { userTopic } from '#server/domains/accounts/events.ts'
import { getOwnerId } from '#server/domains/creators/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { type EntryRow, insertEntries, insertTransaction } from './queries.ts'

export interface Booking {
  /** What it books, once. */
  reference: string
  /** The reference of the charge that it takes back, wholly or in part. */
  takesBack?: string
  occurredAt: Date
  /** What a charge bought, in one line, sealed with it. */
  purchase?: string
  /** Amounts in minor units, debit positive; they sum to zero per currency. */
  entries: readonly EntryRow[]
}

/**
 * Writes one ledger transaction, and tells creators' open pages that their balance changed. Safe to call twice: answers
 * false if the reference is already booked.
 */
export async function book(db: Db, booking: Booking): Promise<boolean> {
  const id = newId(booking.occurredAt)
  const isNew = await insertTransaction(db, {
    id,
    reference: booking.reference,
    takesBack: booking.takesBack ?? null,
    occurredAt: booking.occurredAt,
    purchase: booking.purchase ?? null,
  })
  if (!isNew) return false
  // A zero entry says nothing, and the database refuses it.
  await insertEntries(
    db,
    id,
    booking.entries.filter(({ amountMinor }) => amountMinor !== 0),
  )
  const creatorIds = new Set(booking.entries.map(({ creatorId }) => creatorId))
  for (const creatorId of creatorIds) if (creatorId !== null) await tellBalance(db, creatorId)
  return true
}

async function tellBalance(db: Db, creatorId: string): Promise<void> {
  await publish(db, userTopic, await getOwnerId(db, creatorId), { name: 'balance', data: {} })
}

/** An entry of an account that exists only once. */
export function entry(account: string, currency: string, amountMinor: number): EntryRow {
  return { account, creatorId: null, currency, amountMinor }
}

/** An entry of one creator's balance: negative when they are owed more. */
export function creatorEntry(creatorId: string, currency: string, amountMinor: number): EntryRow {
  return { account: 'creator_balance', creatorId, currency, amountMinor }
}
