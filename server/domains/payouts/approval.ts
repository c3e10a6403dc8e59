import type { Db } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'

import { findDetails } from './details-queries.ts'
import { findOpenHold } from './hold-queries.ts'
import { findPayout, isHeldBySuspension } from './payout-queries.ts'
import { approvePayout } from './payouts.ts'
import { canPayByRazorpayX, payByRazorpayX } from './razorpayx.ts'

/**
 * Approves a requested payout if nothing speaks against it, and orders it if a provider pays it. While new details are
 * held it stays requested; the job returns to it later. Money frozen by a dispute is not in the balance, so it never
 * was part of the request. Safe to run twice.
 */
export async function approveOrWait(db: Db, platform: Platform, payoutId: string, now: Date): Promise<void> {
  const seen = await findPayout(db, payoutId)
  const details = seen && (await findDetails(db, seen.creatorId))
  if (details?.heldUntil && details.heldUntil > now) return
  if (await isHeldBySuspension(db, payoutId)) return
  if (await findOpenHold(db, payoutId, now)) return
  await approvePayout(db, payoutId, now)
  const payout = await findPayout(db, payoutId)
  if (payout?.status === 'approved' && canPayByRazorpayX(platform, payout))
    await enqueue(db, payByRazorpayX, { payoutId }, { key: `razorpayx:${payoutId}` })
}
