import { type Db, many, prepared, sql } from '#server/platform/db/query.ts'

import { hasAccessSql } from './access.ts'
import { columns, type SubscriptionRow, tables } from './queries.ts'

/* A user's memberships, queried on most requests of signed-in users. */

/**
 * A membership that only a dispute keeps from renewing doesn't count as paused while it is paid for: its member has not
 * paused it.
 */
const isResting = sql`(s.status = 'paused' and disputed.paid_at is null)`

const currentSubscriptions = prepared<SubscriptionRow, { memberId: string; now: Date }>(
  'current-subscriptions',
  ({ memberId, now }) => sql<SubscriptionRow>`select ${columns} from ${tables}
    where s.member_id = ${memberId} and ${hasAccessSql(now)} and not ${isResting} order by s.id desc`,
)

const pausedSubscriptions = prepared<SubscriptionRow, { memberId: string; now: Date }>(
  'paused-subscriptions',
  ({ memberId, now }) => sql<SubscriptionRow>`select ${columns} from ${tables}
    where s.member_id = ${memberId} and s.status = 'paused' and (${isResting} or not ${hasAccessSql(now)})
    order by s.id desc`,
)

/** Memberships a member paused, or could not pay, and may come back to; newest first. */
export function listPausedSubscriptions(db: Db, memberId: string, now: Date): Promise<SubscriptionRow[]> {
  return many(db, pausedSubscriptions({ memberId, now }))
}

/** Memberships a member has now and has not paused; newest first. */
export function listCurrentSubscriptions(db: Db, memberId: string, now: Date): Promise<SubscriptionRow[]> {
  return many(db, currentSubscriptions({ memberId, now }))
}

/** A plan that gives a user access, and what they agreed to pay for it per month, in cents. */
export interface MemberPlan {
  planId: string
  status: SubscriptionRow['status']
  agreedCents: number
}

const memberPlans = prepared<MemberPlan, { memberId: string; creatorId: string; now: Date }>(
  'member-plans',
  ({
    memberId,
    creatorId,
    now,
  }) => sql<MemberPlan>`select s.plan_id as "planId", s.status, agreed.price_cents as "agreedCents"
    from subscriptions s join plan_versions agreed on agreed.id = s.plan_version_id
    where s.member_id = ${memberId} and s.creator_id = ${creatorId} and ${hasAccessSql(now)}`,
)

/** The plans of one creator that give a member access. */
export function listMemberPlans(
  db: Db,
  memberId: string,
  creatorId: string,
  now: Date,
): Promise<MemberPlan[]> {
  return many(db, memberPlans({ memberId, creatorId, now }))
}

const supportedCreators = prepared<
  { creatorId: string },
  { memberId: string; creatorIds: readonly string[]; now: Date }
>(
  'supported-creators',
  ({ memberId, creatorIds, now }) => sql<{ creatorId: string }>`select distinct s.creator_id as "creatorId"
    from subscriptions s
    where s.member_id = ${memberId} and s.creator_id = any(${creatorIds}::uuid[]) and ${hasAccessSql(now)}`,
)

/** Which of these creators a member supports. */
export async function listSupportedCreatorIds(
  db: Db,
  memberId: string,
  creatorIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await many(db, supportedCreators({ memberId, creatorIds, now }))
  return new Set(rows.map(({ creatorId }) => creatorId))
}

/** How many people have access to each of these pages now; pages with none are missing. */
export async function countMembers(
  db: Db,
  creatorIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = await many(
    db,
    sql<{ creatorId: string; members: number }>`select s.creator_id as "creatorId",
        count(distinct s.member_id)::integer as members
      from subscriptions s where s.creator_id = any(${[...creatorIds]}::uuid[]) and ${hasAccessSql(now)}
      group by s.creator_id`,
  )
  return new Map(rows.map(({ creatorId, members }) => [creatorId, members]))
}
