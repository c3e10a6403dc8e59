import { proofFailures } from '#contract/accounts/proof/failures.ts'
import { accountFailures } from '#contract/accounts/failures.ts'
import { LOST_FACTORS_DAYS } from '#contract/accounts/proof-rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { redeemMailToken } from '../mail-tokens.ts'
import { hasFactor } from '../proof/factor-queries.ts'
import { lockUser } from '../queries.ts'
import { removeLostFactors, sendLostFactorsMail } from './removal-jobs.ts'
import {
  approveRecovery,
  endRecovery,
  findOpenRecovery,
  findRecovery,
  insertRecovery,
  type RecoveryRow,
} from './recovery-queries.ts'

const DAY_MS = 86_400_000
const WAIT_MS = LOST_FACTORS_DAYS * DAY_MS
const REMINDED_BEFORE_MS = 3 * DAY_MS

/** A decision of the staff about an account. */
interface StaffDecision {
  userId: string
  reason: string
  by: string
  now: Date
}

/**
 * Somebody on the staff is convinced that a user lost their second factors. The first one asks; when a second one does,
 * the factors are removed seven days later, unless their owner keeps them. Answers what is open now, and whether this
 * changed it. Throws `person_not_found`, `factors_missing`.
 */
export async function askForRemoval(
  db: Db,
  { userId, reason, by, now }: StaffDecision,
): Promise<{ recovery: Pick<RecoveryRow, 'askedBy' | 'dueAt'>; changed: boolean }> {
  const user = await lockUser(db, userId)
  if (!user || user.erasedAt) throw new Failure(accountFailures.person_not_found)
  if (!(await hasFactor(db, userId))) throw new Failure(proofFailures.factors_missing)
  const open = await findOpenRecovery(db, userId)
  if (!open) {
    await insertRecovery(db, { id: newId(now), userId, reason, askedBy: by, askedAt: now })
    return { recovery: { askedBy: by, dueAt: null }, changed: true }
  }
  if (open.dueAt !== null || open.askedBy === by) return { recovery: open, changed: false }
  const dueAt = new Date(now.getTime() + WAIT_MS)
  const of = { recoveryId: open.id }
  await approveRecovery(db, open.id, { by, dueAt })
  await enqueue(db, sendLostFactorsMail, { ...of, isReminder: false })
  await enqueue(
    db,
    sendLostFactorsMail,
    { ...of, isReminder: true },
    { delayMs: WAIT_MS - REMINDED_BEFORE_MS },
  )
  await enqueue(db, removeLostFactors, of, { key: `lost-factors:${open.id}`, delayMs: WAIT_MS })
  return { recovery: { askedBy: open.askedBy, dueAt }, changed: true }
}

/** The staff change their mind. Answers whether there was anything to stop. */
export function stopRemoval(db: Db, userId: string, now: Date): Promise<boolean> {
  return endRecovery(db, { userId, outcome: 'kept', now })
}

/** The owner keeps their factors, by a mail's link. Throws `link_invalid`. */
export async function keepFactors(db: Db, token: string, now: Date): Promise<void> {
  const redeemed = await redeemMailToken(db, { token, purpose: 'keep-factors', now })
  const recovery = redeemed?.subjectId ? await findRecovery(db, redeemed.subjectId) : null
  if (!recovery || recovery.outcome === 'removed') throw new Failure(proofFailures.link_invalid)
  if (recovery.endedAt === null) await endRecovery(db, { userId: recovery.userId, outcome: 'kept', now })
}
