import type { NoticeKind } from '#contract/notifications/kinds.ts'
import { pageFollowed } from '#server/domains/audiences/events.ts'
import { refundRequested } from '#server/domains/payments/events.ts'
import { payoutChanged } from '#server/domains/payouts/events.ts'
import { postLiked } from '#server/domains/posts/events.ts'
import {
  noticeDue,
  type NoticeKind as BillingNotice,
  subscriptionActivated,
  subscriptionCanceled,
  subscriptionEnding,
} from '#server/domains/subscriptions/events.ts'
import type { Db } from '#server/platform/db/query.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import {
  findFollowFacts,
  findLikeFacts,
  findMembershipOfNotice,
  findPayoutOwner,
  findWaitingRefund,
} from './notice-queries.ts'
import { notify } from './notify.ts'

/*
 * What the bell tells of the other domains' events; posts are told of in telling.ts. Names of people come and go with
 * them: a notice holds ids.
 */

/** The job of the domain's mails about an event has its name; this is another reaction to the same events. */
export const BELL = 'bell'

/** What many people do within an hour is one row. */
export function hourOf(now: Date): string {
  return now.toISOString().slice(0, 13)
}

const MEMBERSHIP_NEWS: Partial<Record<BillingNotice, NoticeKind>> = {
  renewal_ahead: 'renewal_ahead',
  payment_failed: 'renewal_failed',
  grace_ending: 'renewal_last_try',
  paused: 'membership_paused',
  card_expiring: 'card_expiring',
  price_change: 'price_raised',
  price_lowered: 'price_lowered',
}

const PAYOUT_NEWS: Partial<Record<string, NoticeKind>> = {
  paid: 'payout_paid',
  failed: 'payout_failed',
  reversed: 'payout_reversed',
}

async function tellMember(db: Db, subscriptionId: string, kind: NoticeKind, now: Date): Promise<void> {
  const membership = await findMembershipOfNotice(db, subscriptionId)
  if (!membership) return
  const { memberId, creatorId, accessUntil } = membership
  const groupKey = `${kind}:${subscriptionId}`
  const occasion = `${groupKey}:${accessUntil?.toISOString() ?? ''}`
  await notify(db, { userId: memberId, kind, groupKey, occasion, creatorId, target: subscriptionId, now })
}

async function tellOwnerOfLoss(db: Db, subscriptionId: string, now: Date): Promise<void> {
  const membership = await findMembershipOfNotice(db, subscriptionId)
  if (!membership?.isEnding) return
  const { ownerId, memberId, creatorId, accessUntil } = membership
  await notify(db, {
    userId: ownerId,
    kind: 'member_left',
    groupKey: `left:${creatorId}:${hourOf(now)}`,
    occasion: `left:${subscriptionId}:${accessUntil?.toISOString() ?? ''}`,
    creatorId,
    actorId: memberId,
    target: subscriptionId,
    now,
  })
}

export const noticeReactions = [
  reactTo(postLiked, BELL, async (db, { postId, userId }, { now }) => {
    const like = await findLikeFacts(db, { postId, userId })
    if (!like) return
    await notify(db, {
      userId: like.ownerId,
      kind: 'post_liked',
      groupKey: `liked:${postId}:${hourOf(now)}`,
      occasion: `liked:${postId}:${userId}`,
      creatorId: like.creatorId,
      actorId: userId,
      target: postId,
      now,
    })
  }),

  reactTo(pageFollowed, BELL, async (db, { userId, creatorId }, { now }) => {
    const ownerId = await findFollowFacts(db, { userId, creatorId })
    if (ownerId === null) return
    await notify(db, {
      userId: ownerId,
      kind: 'follower',
      groupKey: `followed:${creatorId}:${hourOf(now)}`,
      occasion: `followed:${creatorId}:${userId}`,
      creatorId,
      actorId: userId,
      target: null,
      now,
    })
  }),

  reactTo(subscriptionActivated, BELL, async (db, { subscriptionId }, { now }) => {
    const membership = await findMembershipOfNotice(db, subscriptionId)
    if (!membership) return
    const { ownerId, memberId, creatorId } = membership
    await notify(db, {
      userId: ownerId,
      kind: 'member_joined',
      groupKey: `joined:${creatorId}:${hourOf(now)}`,
      occasion: `joined:${subscriptionId}`,
      creatorId,
      actorId: memberId,
      target: subscriptionId,
      now,
    })
  }),

  reactTo(subscriptionCanceled, BELL, (db, { subscriptionId }, { now }) =>
    tellOwnerOfLoss(db, subscriptionId, now),
  ),

  reactTo(noticeDue, BELL, async (db, { subscriptionId, kind }, { now }) => {
    const news = MEMBERSHIP_NEWS[kind]
    if (news) await tellMember(db, subscriptionId, news, now)
    if (kind === 'paused') await tellOwnerOfLoss(db, subscriptionId, now)
  }),

  reactTo(subscriptionEnding, BELL, async (db, { subscriptionId, reason }, { now }) => {
    // A plan that was to follow is gone; the membership itself stays.
    if (reason !== 'next_plan') await tellMember(db, subscriptionId, 'membership_ending', now)
  }),

  reactTo(refundRequested, BELL, async (db, { refundId }, { now }) => {
    const refund = await findWaitingRefund(db, refundId)
    if (!refund) return
    const { ownerId, memberId, creatorId } = refund
    await notify(db, {
      userId: ownerId,
      kind: 'refund_requested',
      groupKey: `refunds:${creatorId}`,
      occasion: `refund:${refundId}`,
      creatorId,
      actorId: memberId,
      target: refundId,
      now,
    })
  }),

  reactTo(payoutChanged, BELL, async (db, { payoutId, status }, { now }) => {
    const kind = PAYOUT_NEWS[status]
    const payout = kind && (await findPayoutOwner(db, payoutId))
    if (!kind || !payout) return
    const groupKey = `payout:${payoutId}:${status}`
    await notify(db, {
      userId: payout.ownerId,
      kind,
      groupKey,
      occasion: groupKey,
      creatorId: payout.creatorId,
      target: payoutId,
      now,
    })
  }),
] as EventReaction[]
