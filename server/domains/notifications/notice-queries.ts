import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

/** A like that still is one, of a post that is still there. */
export function findLikeFacts(
  db: Db,
  { postId, userId }: { postId: string; userId: string },
): Promise<{ ownerId: string; creatorId: string } | null> {
  return maybeOne(
    db,
    sql<{ ownerId: string; creatorId: string }>`select c.user_id as "ownerId", c.id as "creatorId"
      from post_likes l join posts p on p.id = l.post_id join creators c on c.id = p.creator_id
      where l.post_id = ${postId} and l.user_id = ${userId} and p.deleted_at is null`,
  )
}

/** The owner of a page that somebody still follows. */
export async function findFollowFacts(
  db: Db,
  { userId, creatorId }: { userId: string; creatorId: string },
): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{
      ownerId: string
    }>`select c.user_id as "ownerId" from follows f join creators c on c.id = f.creator_id
      where f.user_id = ${userId} and f.creator_id = ${creatorId}`,
  )
  return row?.ownerId ?? null
}

export interface MembershipOfNotice {
  memberId: string
  ownerId: string
  creatorId: string
  accessUntil: Date | null
  /** It is over, paused, or ends with its period. */
  isEnding: boolean
}

export function findMembershipOfNotice(db: Db, subscriptionId: string): Promise<MembershipOfNotice | null> {
  return maybeOne(
    db,
    sql<MembershipOfNotice>`select s.member_id as "memberId", c.user_id as "ownerId", c.id as "creatorId",
        s.access_until as "accessUntil",
        s.cancel_at_period_end or s.status in ('paused', 'canceled', 'expired') as "isEnding"
      from subscriptions s join creators c on c.id = s.creator_id where s.id = ${subscriptionId}`,
  )
}

/** A refund request that waits for its creator. */
export function findWaitingRefund(
  db: Db,
  refundId: string,
): Promise<{ ownerId: string; memberId: string; creatorId: string } | null> {
  return maybeOne(
    db,
    sql<{ ownerId: string; memberId: string; creatorId: string }>`select c.user_id as "ownerId",
        p.member_id as "memberId", c.id as "creatorId"
      from refunds r join payments p on p.id = r.payment_id join creators c on c.id = p.creator_id
      where r.id = ${refundId} and r.status = 'requested'`,
  )
}

export function findPayoutOwner(
  db: Db,
  payoutId: string,
): Promise<{ ownerId: string; creatorId: string } | null> {
  return maybeOne(
    db,
    sql<{ ownerId: string; creatorId: string }>`select c.user_id as "ownerId", c.id as "creatorId"
      from payouts o join creators c on c.id = o.creator_id where o.id = ${payoutId}`,
  )
}
