import { payoutHoldFailures } from '#contract/payouts/hold-failures.ts'
import { HOLD_DAYS_MAX } from '#contract/payouts/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { lockCreator } from './details-queries.ts'
import { payoutChanged } from './events.ts'
import { closeHolds, findOpenHold, insertHold, listHolds } from './hold-queries.ts'
import { findPayout, lockPayout, type PayoutRow, takeBackApproval } from './payout-queries.ts'
import { settlePayout } from './payouts.ts'

const DAY_MS = 86_400_000

/** What the staff do about a payout that has not left. */
interface Order {
  payoutId: string
  /** An account by its id, or whoever runs a command. */
  by: string
  now: Date
}

/** The payout, locked, if it has not left. Throws `payout_not_found`, `payout_gone`. */
async function lockWaiting(db: Db, payoutId: string): Promise<PayoutRow> {
  const seen = await findPayout(db, payoutId)
  if (!seen) throw new Failure(payoutHoldFailures.payout_not_found)
  await lockCreator(db, seen.creatorId)
  const payout = await lockPayout(db, payoutId)
  if (!payout || (payout.status !== 'requested' && payout.status !== 'approved') || payout.rail !== null)
    throw new Failure(payoutHoldFailures.payout_gone)
  return payout
}

/**
 * Stops a payout for some days; its creator is mailed why and until when. It can be held once more, by somebody else,
 * and then no longer. Throws `payout_not_found`, `payout_gone`, `payout_held`, `payout_held_twice`,
 * `payout_held_by_you`.
 */
export async function holdPayout(
  db: Db,
  { payoutId, days, reason, by, now }: Order & { days: number; reason: string },
): Promise<PayoutRow> {
  const payout = await lockWaiting(db, payoutId)
  if (await findOpenHold(db, payoutId, now)) throw new Failure(payoutHoldFailures.payout_held)
  const holds = await listHolds(db, payoutId)
  if (holds.length > 1) throw new Failure(payoutHoldFailures.payout_held_twice)
  if (holds[0]?.heldBy === by) throw new Failure(payoutHoldFailures.payout_held_by_you)
  const untilAt = new Date(now.getTime() + Math.min(days, HOLD_DAYS_MAX) * DAY_MS)
  await insertHold(db, { id: newId(now), payoutId, heldAt: now, untilAt, reason, heldBy: by })
  await takeBackApproval(db, payoutId)
  await emit(db, payoutChanged, { payoutId, status: 'held' }, now)
  return payout
}

/**
 * Ends a hold before its day, on the word of two people. Whatever else speaks against the payout still does: new
 * details, a suspension, money that went back. Throws `payout_not_found`, `payout_gone`, `payout_not_held`.
 */
export async function releaseHold(db: Db, { payoutId, by, now }: Order): Promise<void> {
  await lockWaiting(db, payoutId)
  if (!(await closeHolds(db, payoutId, { by, now }))) throw new Failure(payoutHoldFailures.payout_not_held)
  await emit(db, payoutChanged, { payoutId, status: 'released' }, now)
}

/** Fails a payout that has not left: the money is back in the balance. Throws `payout_not_found`, `payout_gone`. */
export async function failPayout(
  db: Db,
  { payoutId, reason, by, now }: Order & { reason: string },
): Promise<PayoutRow> {
  const payout = await lockWaiting(db, payoutId)
  await closeHolds(db, payoutId, { by, now })
  await settlePayout(db, payoutId, { status: 'failed', reason, now })
  return payout
}
