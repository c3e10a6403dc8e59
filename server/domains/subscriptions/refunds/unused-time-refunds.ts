import { formatDay } from '#contract/dates.ts'
import { returnsOf } from '#contract/subscriptions/engine/unused-time.ts'
import { findLanguage } from '#server/domains/accounts/service.ts'
import { refundUpTo } from '#server/domains/payments/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { textsFor } from '#server/platform/texts.ts'

import { isLive } from '../access.ts'
import { giveUpOpenChange } from '../changes/change.ts'
import { lockOpenSuspension } from '../holds/hold-queries.ts'
import { findClosedAt } from '../lifecycle/page-closure-queries.ts'
import { enqueueCancelAtProvider } from '../provider-sync/provider-jobs.ts'
import { lockSubscription, membershipOf, type SubscriptionRow } from '../queries.ts'
import { saveMembership } from '../save-membership.ts'
import { unusedTimeTexts } from './messages.ts'
import {
  findCredit,
  insertUnusedTimeReturn,
  listPaidTimes,
  lockWithheld,
  type ReturnDue,
  setWithheld,
} from './unused-time-queries.ts'

/**
 * Ends a membership of a page that closed, or stayed suspended, as of the moment when it could no longer be used, and
 * refunds what was paid for the time from then on: each payment once, out of the creator's balance and our fee like any
 * refund. Does nothing if the suspension was lifted. Safe to run twice.
 */
export async function returnUnusedTime(
  db: Db,
  { subscriptionId, suspensionId }: ReturnDue,
  now: Date,
): Promise<void> {
  const row = await lockSubscription(db, subscriptionId)
  const since =
    suspensionId === null ? await findClosedAt(db, row.creatorId) : await lockOpenSuspension(db, suspensionId)
  if (since === null) return
  // This comes first: a payment refunded in full ends what it bought, and must find that it has ended.
  await endAsOf(db, row, since, now)
  const language = await findLanguage(db, row.memberId)
  const { pageClosed, pageSuspended } = textsFor(language)(unusedTimeTexts)
  const day = formatDay(since, language)
  const reason = suspensionId === null ? pageClosed(day) : pageSuspended(row.pageName, day)
  const returns = returnsOf(await listPaidTimes(db, row.id), await findCredit(db, row.id), since)
  for (const { paymentId, cents } of returns) {
    const refund = await refundUpTo(db, { paymentId, origin: 'rule', amountCents: cents, reason, now })
    const withheldCents = cents - (refund?.amountCents ?? 0)
    const refundId = refund?.id ?? null
    await insertUnusedTimeReturn(db, { paymentId, suspensionId, refundId, withheldCents, now })
  }
}

/** The bank left a disputed payment with the creator, so what could not go back until then is refunded. */
export async function returnWithheld(db: Db, providerDisputeId: string, now: Date): Promise<void> {
  const due = await lockWithheld(db, providerDisputeId)
  if (!due) return
  const { paymentId, memberId, withheldCents } = due
  const reason = textsFor(await findLanguage(db, memberId))(unusedTimeTexts).withheld
  const refund = await refundUpTo(db, { paymentId, origin: 'rule', amountCents: withheldCents, reason, now })
  await setWithheld(db, paymentId, withheldCents - (refund?.amountCents ?? 0))
}

async function endAsOf(db: Db, row: SubscriptionRow, since: Date, now: Date): Promise<void> {
  const before = membershipOf(row)
  const { status, accessUntil } = before
  await giveUpOpenChange(db, row.id, now)
  await saveMembership(
    db,
    row.id,
    {
      ...before,
      status: status === 'pending' ? 'expired' : isLive(status) ? 'canceled' : status,
      next: null,
      period: null,
      equivalents: [],
      carriedCents: 0,
      accessUntil: accessUntil !== null && accessUntil > since ? since : accessUntil,
    },
    now,
  )
  if (isLive(status)) await enqueueCancelAtProvider(db, row.id)
}
