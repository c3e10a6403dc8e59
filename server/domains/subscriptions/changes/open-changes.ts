import type { Terms } from '#contract/subscriptions/engine/membership.ts'
import { isReusable, orderExpiry, quotedStateOf } from '#contract/subscriptions/engine/order.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'

import { requireJoinEligibility } from '../checkout/join-eligibility.ts'
import { isQuotedOn } from '../checkout/order-validity.ts'
import { enqueueCancelReplaced } from '../provider-sync/provider-jobs.ts'
import { getSubscription, membershipOf, type SubscriptionRow } from '../queries.ts'
import {
  type ChangeRow,
  closeChange,
  type ClosingReason,
  findChange,
  findOpenChange,
  insertChange,
} from './change-queries.ts'

export type NewChange = Terms &
  Pick<
    ChangeRow,
    | 'kind'
    | 'timing'
    | 'chargedNowCents'
    | 'creditCents'
    | 'carriedCents'
    | 'startsAt'
    | 'settledBy'
    | 'quotedAt'
    | 'periodFrom'
    | 'periodWorthCents'
  >

/**
 * Opens a change of a locked subscription. The same wish again is the same change while its quote is valid and it has
 * time left; otherwise the open one is given up, here and at the provider.
 */
export async function replaceOpenChange(
  db: Db,
  row: SubscriptionRow,
  now: Date,
  wanted: NewChange,
): Promise<{ row: SubscriptionRow; change: ChangeRow }> {
  await requireJoinEligibility(db, row)
  const open = await findOpenChange(db, row.id)
  if (open && isSameChange(open, wanted) && isQuotedOn(row, open) && isReusable(open.expiresAt, now))
    return { row, change: open }
  if (open) await giveUpChange(db, open, 'replaced', now)
  const id = newId(now)
  await insertChange(db, {
    ...wanted,
    id,
    subscriptionId: row.id,
    currency: row.currency,
    createdAt: now,
    expiresAt: orderExpiry(now),
    quoted: quotedStateOf(membershipOf(row)),
  })
  const change = await findChange(db, id)
  if (!change) throw new Error(`Change ${id} was written and is not there`)
  return { row, change }
}

function isSameChange(open: ChangeRow, wanted: NewChange): boolean {
  return (
    open.kind === wanted.kind &&
    open.timing === wanted.timing &&
    open.planVersionId === wanted.planVersionId &&
    open.interval === wanted.interval &&
    open.chargedNowCents === wanted.chargedNowCents &&
    open.startsAt?.getTime() === wanted.startsAt?.getTime()
  )
}

/** Ends an unpaid change, here and at the provider, so that it can no longer be paid. */
export async function giveUpChange(
  db: Db,
  open: ChangeRow,
  because: ClosingReason,
  now: Date,
): Promise<void> {
  await closeChange(db, open.id, { because, now })
  if (open.providerSubscriptionId) await enqueueCancelReplaced(db, open.providerSubscriptionId)
}

/**
 * The same for whichever change of a subscription is open, because what it was quoted on has ended. Call with the
 * subscription locked.
 */
export async function giveUpOpenChange(db: Db, subscriptionId: string, now: Date): Promise<void> {
  const open = await findOpenChange(db, subscriptionId)
  if (open) await giveUpChange(db, open, 'outdated', now)
}

/**
 * Gives up the open change of a subscription whose state has changed since the quote. Call with the subscription
 * locked, after changing it.
 */
export async function closeOutdatedChange(db: Db, subscriptionId: string, now: Date): Promise<void> {
  const open = await findOpenChange(db, subscriptionId)
  if (open && !isQuotedOn(await getSubscription(db, subscriptionId), open))
    await giveUpChange(db, open, 'outdated', now)
}
