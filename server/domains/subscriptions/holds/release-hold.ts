import * as z from 'zod/mini'

import { getOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { defineJobInPhases, enqueue } from '#server/platform/jobs/define-job.ts'

import { requireJoinEligibility } from '../checkout/join-eligibility.ts'
import { wasGiven } from '../notices/notice-queries.ts'
import { giveNotice } from '../notices/notices.ts'
import { pauseAtProvider } from '../provider-sync/provider-jobs.ts'
import type { SubscriptionRow } from '../queries.ts'
import { saveStatus } from '../save-membership.ts'
import { hasLostDispute } from './dispute-hold-queries.ts'
import { listHoldNotices, lockToRelease, setHeld } from './hold-queries.ts'

/**
 * Resumes a renewal that a suspension or a dispute had stopped, if it is still paid for and the provider still can.
 * Otherwise it stays paused, as if its member had paused it, until the member comes back.
 */
export const release = defineJobInPhases(
  { name: 'subscriptions.release-hold', payload: z.object({ subscriptionId: z.string() }), reachesOut: true },
  async (inTransaction, { subscriptionId }, { platform: { razorpay }, now }) => {
    const id = await inTransaction(async (db) => {
      const row = await lockToRelease(db, subscriptionId)
      if (!row) return null
      if (await canGoOn(db, row, now)) return row.providerSubscriptionId
      await letGo(db, row, now)
      return null
    })
    if (id === null) return
    const { status } = await razorpay.getSubscription(id)
    if (status === 'paused') await razorpay.resumeSubscription(id)
    // A membership waiting for its first period after a change never stopped.
    const hasResumed = status === 'paused' || status === 'active' || status === 'authenticated'
    await inTransaction(async (db) => {
      const row = await lockToRelease(db, subscriptionId)
      // Stopped again while the provider was being asked: it is paused there again too.
      if (!row) return enqueue(db, pauseAtProvider, { subscriptionId }, { key: `pause:${subscriptionId}` })
      if (row.status === 'paused' && hasResumed) await saveStatus(db, subscriptionId, 'active', now)
      await letGo(db, row, now)
    })
  },
)

/** Nothing stops it any more; its member hears how things are. */
async function letGo(db: Db, { id, heldAt, ...row }: SubscriptionRow, now: Date): Promise<void> {
  await setHeld(db, id, null)
  const wasToldOfDispute =
    heldAt !== null && (await wasGiven(db, { id, kind: 'payment_disputed', about: heldAt }))
  // A payment that a bank took back has a notice of its own.
  if (wasToldOfDispute && !(await hasLostDispute(db, row, heldAt)))
    await giveNotice(db, { subscriptionId: id, kind: 'dispute_over', about: heldAt, now })
  for (const notice of await listHoldNotices(db, now, id)) await giveNotice(db, { ...notice, now })
}

async function canGoOn(db: Db, row: SubscriptionRow, now: Date): Promise<boolean> {
  if (row.status !== 'paused' || row.accessUntil === null || row.accessUntil <= now) return false
  // Members whose bank took a payment back are charged again only when they say so.
  if (row.heldAt !== null && (await hasLostDispute(db, row, row.heldAt))) return false
  if (row.cancelAtPeriodEnd || row.providerSubscriptionId === null) return false
  try {
    await getOfferedPlan(db, row.planId)
    await requireJoinEligibility(db, row)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
