import * as z from 'zod/mini'

import { monthlyPriceFor, pricePerIntervalCents } from '#contract/plans/pricing.ts'
import type { Membership } from '#contract/subscriptions/engine/membership.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases } from '#server/platform/jobs/define-job.ts'

import { giveNotice } from '../notices/notices.ts'
import { enqueueMatchAgreement } from '../provider-sync/match-agreement.ts'
import { membershipOf, type SubscriptionRow } from '../queries.ts'
import { saveMembership } from '../save-membership.ts'
import { openWorkThrough } from '../work-through.ts'
import {
  getNewestVersionId,
  getVersion,
  listPricedOtherwiseIds,
  lockPricedOtherwise,
} from './price-queries.ts'

/**
 * A plan has another price: members whom it costs less than they agreed to pay that from their next renewal on. They are
 * not asked, and don't have to do anything. An edit before that renewal replaces the one before it, for them too: they pay
 * the newest price, or what they agreed to if that is less. A version that another one replaced meanwhile does nothing.
 */
export const passOnPrice = defineJobInPhases(
  {
    name: 'subscriptions.pass-on-price',
    payload: z.object({ planVersionId: z.string() }),
  },
  async (inTransaction, { planVersionId }, { now, signal }) => {
    const workThrough = openWorkThrough(inTransaction, signal)
    await workThrough.each(
      (db) => listPricedOtherwiseIds(db, planVersionId),
      (db, id) => passOn(db, id, planVersionId, now),
    )
    workThrough.finish('A new price could not be passed on')
  },
)

async function passOn(db: Db, id: string, planVersionId: string, now: Date): Promise<void> {
  const row = await lockPricedOtherwise(db, id, planVersionId)
  if (!row || row.accessUntil === null) return
  const membership = membershipOf(row)
  const { next } = membership
  const { interval } = next ?? membership
  const agreedVersionId = next?.agreedVersionId ?? next?.planVersionId ?? membership.planVersionId
  const agreed = await getVersion(db, agreedVersionId)
  const monthlyCents = monthlyPriceFor((await getVersion(db, planVersionId)).priceCents, agreed.priceCents)
  if (isBilled(row, now) && monthlyCents >= (await getVersion(db, dueVersionIdOf(membership))).priceCents)
    return
  const isLower = monthlyCents < agreed.priceCents
  const dueVersionId = isLower ? planVersionId : agreedVersionId
  const isAsBefore = dueVersionId === membership.planVersionId && interval === membership.interval
  const due = {
    planId: agreed.planId,
    planVersionId: dueVersionId,
    interval,
    priceCents: pricePerIntervalCents(monthlyCents, interval),
    from: next?.from ?? row.accessUntil,
    ...(isLower && { agreedVersionId }),
  }
  await saveMembership(db, id, { ...membership, next: isAsBefore ? null : due }, now)
  await enqueueMatchAgreement(db, id)
  const kind = isLower ? 'price_lowered' : 'price_restored'
  await giveNotice(db, { subscriptionId: id, kind, about: now, now })
}

/**
 * Its renewal is due, so the bill at the provider is written: only a lower price can still replace the one on it, by what
 * goes back.
 */
function isBilled({ status, accessUntil }: SubscriptionRow, now: Date): boolean {
  return status !== 'paused' && accessUntil !== null && accessUntil <= now
}

function dueVersionIdOf({ next, planVersionId }: Membership): string {
  return next?.planVersionId ?? planVersionId
}

/**
 * The same for one member whose failed renewal was given up: it is billed no more at the price it had.
 */
export async function passOnNewestPrice(db: Db, row: SubscriptionRow, now: Date): Promise<void> {
  await passOn(db, row.id, await getNewestVersionId(db, row.nextPlanId ?? row.planId), now)
}
