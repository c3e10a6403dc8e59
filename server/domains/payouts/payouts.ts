import { CURRENCY, type Currency } from '#contract/money.ts'
import { payoutFailures } from '#contract/payouts/failures.ts'
import { canBePaidOut, needsSecondFactor } from '#contract/payouts/rules.ts'
import {
  type BookedPayout,
  bookPayout,
  bookPayoutFailed,
  bookPayoutPaid,
  bookPayoutReversed,
} from '#server/domains/ledger/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { getPayable, isOwing } from './closing.ts'
import { findDetails, lockCreator } from './details-queries.ts'
import { payoutChanged } from './events.ts'
import {
  findPayout,
  getPayout,
  insertPayout,
  lockPayout,
  type PayoutRow,
  setApproved,
  setSettled,
} from './payout-queries.ts'

/**
 * Requests everything that is available in a currency; a leaving creator's last request has no minimum. The money is
 * set aside in the same transaction, so no second request and no second server can request it again. Rupees are paid
 * out as rupees: nothing is exchanged. Throws `payout_details_missing`, `payout_below_threshold`, `payout_open`.
 */
export async function requestPayout(
  db: Db,
  creatorId: string,
  now: Date,
  currency: Currency = CURRENCY,
): Promise<PayoutRow> {
  await lockCreator(db, creatorId)
  const details = await findDetails(db, creatorId)
  if (!details) throw new Failure(payoutFailures.payout_details_missing)
  const { payableCents: amountCents, isLeaving } = await getPayable(db, creatorId, now, currency)
  const id = newId(now)
  const payout = {
    id,
    creatorId,
    amountCents,
    currency,
    method: details.method,
    encryptedDetails: details.encrypted,
    hint: details.hint,
    requestedAt: now,
  }
  if (!canBePaidOut(amountCents, currency, { isLast: isLeaving }))
    throw new Failure(payoutFailures.payout_below_threshold)
  if (!(await insertPayout(db, payout))) throw new Failure(payoutFailures.payout_open)
  await bookPayout(db, bookingOf(payout, now))
  await emit(db, payoutChanged, { payoutId: id, status: 'requested' }, now)
  return getPayout(db, id)
}

/**
 * Refuses a payout that is worth stealing while a password alone protects the account. Throws `payout_needs_factor`.
 */
export async function refuseWithoutFactor(
  db: Db,
  { hasFactor }: { hasFactor: boolean },
  creatorId: string,
  now: Date,
  currency: Currency,
): Promise<void> {
  if (hasFactor) return
  await lockCreator(db, creatorId)
  const { payableCents } = await getPayable(db, creatorId, now, currency)
  if (needsSecondFactor(payableCents, currency)) throw new Failure(payoutFailures.payout_needs_factor)
}

/**
 * Approves a requested payout, unless refunds have used it up since: creators who owe us are not paid, and the request
 * fails. Safe to run twice.
 */
export async function approvePayout(db: Db, id: string, now: Date): Promise<void> {
  const seen = await findPayout(db, id)
  if (!seen) return
  await lockCreator(db, seen.creatorId)
  const payout = await lockPayout(db, id)
  if (payout?.status !== 'requested') return
  if (await failIfOwing(db, payout, now)) return
  await setApproved(db, id, now)
}

/**
 * Fails a payout that has not left if refunds since its request, or what members of a closing page are owed, have used
 * it up; checked when it is approved and again when it is about to leave. Answers whether it failed.
 */
export async function failIfOwing(
  db: Db,
  { id, creatorId, currency }: Pick<PayoutRow, 'id' | 'creatorId' | 'currency'>,
  now: Date,
): Promise<boolean> {
  if (!(await isOwing(db, creatorId, now, currency))) return false
  const reason =
    'Money that went back to supporters since your request left less than you asked for. Request what is left.'
  return settlePayout(db, id, { status: 'failed', reason, now })
}

const SETTLES: Record<'paid' | 'failed' | 'reversed', readonly string[]> = {
  paid: ['sent'],
  // Before sending, only we can fail it; after that, the bank does.
  failed: ['requested', 'approved', 'sent'],
  reversed: ['paid'],
}

/**
 * Settles a payout: it arrived, never left, or came back. False if its state doesn't allow that; the same result twice
 * counts once.
 */
export async function settlePayout(
  db: Db,
  id: string,
  outcome: { status: 'paid' | 'failed' | 'reversed'; bankReference?: string; reason?: string; now: Date },
): Promise<boolean> {
  const { status, now } = outcome
  const payout = await lockPayout(db, id)
  if (!payout || !SETTLES[status].includes(payout.status)) return false
  await setSettled(db, id, {
    status,
    bankReference: outcome.bankReference ?? '',
    reason: outcome.reason ?? '',
    now,
  })
  const book = { paid: bookPayoutPaid, failed: bookPayoutFailed, reversed: bookPayoutReversed }[status]
  await book(db, bookingOf(payout, now))
  await emit(db, payoutChanged, { payoutId: id, status }, now)
  return true
}

function bookingOf(
  payout: Pick<PayoutRow, 'id' | 'creatorId' | 'currency' | 'amountCents'> & Partial<PayoutRow>,
  occurredAt: Date,
): BookedPayout {
  const { railCurrency, railAmountMinor, exchangedMinor } = payout
  const isExchanged = railCurrency && railAmountMinor && exchangedMinor
  return {
    exchange: isExchanged
      ? { currency: railCurrency, amountMinor: railAmountMinor, worthMinor: exchangedMinor }
      : null,
    id: payout.id,
    creatorId: payout.creatorId,
    currency: payout.currency,
    amountMinor: payout.amountCents,
    occurredAt,
  }
}
