import type { Currency } from '#contract/money.ts'
import { type ClosingDue, getClosingDue } from '#server/domains/subscriptions/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import { findLeavingSince } from './closing-queries.ts'
import { getBalanceAt } from './balances.ts'

/** What a creator can ask for, and what closing the page leaves of the balance. Amounts in cents of one currency. */
export interface ClosingOutlook {
  due: ClosingDue
  /** Available, pending and reserved. */
  balanceCents: number
  /** What is left once members are refunded; negative if that takes more than there is. */
  leftCents: number
  /** What can be paid out now: without what is not available yet, and without what members are owed. */
  payableCents: number
  /** Since when the page has been closed; null if no deletion was requested. */
  closedSince: Date | null
}

/** What closing the page costs, or would cost: from the payments and the ledger. */
export async function getClosingOutlook(
  db: Db,
  creatorId: string,
  now: Date,
  currency: Currency,
): Promise<ClosingOutlook> {
  const closedSince = await findLeavingSince(db, creatorId)
  const due = await getClosingDue(db, creatorId, closedSince ?? now, currency)
  const { balanceCents, freeCents } = await getFree(db, creatorId, now, currency)
  const leftCents = balanceCents - due.fromBalanceCents
  return { due, balanceCents, leftCents, payableCents: Math.min(freeCents, leftCents), closedSince }
}

/**
 * What a creator can ask for now, in cents; negative if they owe us. While they are leaving, the refunds due to members
 * stay.
 */
export async function getPayable(
  db: Db,
  creatorId: string,
  now: Date,
  currency: Currency,
): Promise<{ payableCents: number; isLeaving: boolean }> {
  if ((await findLeavingSince(db, creatorId)) === null)
    return { payableCents: (await getFree(db, creatorId, now, currency)).freeCents, isLeaving: false }
  const { payableCents } = await getClosingOutlook(db, creatorId, now, currency)
  return { payableCents, isLeaving: true }
}

/** Whether a creator owes more than they have in a currency: a payout of theirs that has not left must not leave. */
export async function isOwing(db: Db, creatorId: string, now: Date, currency: Currency): Promise<boolean> {
  const { availableMinor, pendingMinor } = await getBalanceAt(db, creatorId, now, currency)
  if (availableMinor + pendingMinor < 0) return true
  const isLeaving = (await findLeavingSince(db, creatorId)) !== null
  return isLeaving && (await getClosingOutlook(db, creatorId, now, currency)).leftCents < 0
}

async function getFree(
  db: Db,
  creatorId: string,
  now: Date,
  currency: Currency,
): Promise<{ balanceCents: number; freeCents: number }> {
  const { availableMinor, pendingMinor, reservedMinor } = await getBalanceAt(db, creatorId, now, currency)
  return {
    balanceCents: availableMinor + pendingMinor + reservedMinor,
    // Refunds of pending payments come out of the pending balance; if it goes negative, the available balance covers
    // it.
    freeCents: availableMinor + Math.min(0, pendingMinor),
  }
}
