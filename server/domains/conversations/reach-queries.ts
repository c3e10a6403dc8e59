import type { RawBuilder } from 'kysely'

import { isKeptApartSql } from '#server/domains/accounts/service.ts'
import { hasAccessSql } from '#server/domains/subscriptions/service.ts'
import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

/** A user, or a column that holds one. */
type UserId = string | RawBuilder<unknown>

/** Whether a person supports the page `page` now. */
export function supportsSql(userId: UserId, now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (select from subscriptions s
    where s.member_id = ${userId}::uuid and s.creator_id = page.id and ${hasAccessSql(now)})`
}

/**
 * Whether one of two people may write to the other without asking, in a query over the page `page` that connects them: its
 * creator to whoever supports it, others as its creator chose.
 */
export function isReachedSql(fromId: UserId, toId: UserId, now: Date): RawBuilder<boolean> {
  return sql<boolean>`case
    when page.id is null then false
    when page.user_id = ${fromId}::uuid then ${supportsSql(toId, now)}
    else case coalesce((select rules.allow from message_rules rules where rules.user_id = page.user_id), 'members')
      when 'nobody' then false
      when 'plans' then exists (select from subscriptions s join message_rules rules on rules.user_id = page.user_id
        where s.member_id = ${fromId}::uuid and s.creator_id = page.id and ${hasAccessSql(now)}
          and s.plan_id = any(rules.plan_ids))
      when 'followers' then ${supportsSql(fromId, now)} or exists (select from follows f
        where f.user_id = ${fromId}::uuid and f.creator_id = page.id)
      else ${supportsSql(fromId, now)}
    end
  end`
}

export interface OtherFacts {
  isThere: boolean
  isKeptApart: boolean
  /** Through the page that connects them. */
  isReached: boolean
  fromRooms: boolean
  takesRequests: boolean
}

/** What matters before somebody writes to another for the first time; `creatorId`: the page that connects them. */
export function findOtherFacts(
  db: Db,
  { fromId, toId, creatorId, now }: { fromId: string; toId: string; creatorId: string | null; now: Date },
): Promise<OtherFacts | null> {
  return maybeOne(
    db,
    sql<OtherFacts>`select u.erased_at is null and u.status = 'active' and u.deletion_due_at is null as "isThere",
        ${isKeptApartSql(sql`${fromId}`, sql`u.id`)} as "isKeptApart",
        ${isReachedSql(fromId, toId, now)} as "isReached",
        coalesce(rules.from_rooms, false) as "fromRooms", coalesce(rules.takes_requests, true) as "takesRequests"
      from users u left join creators page on page.id = ${creatorId}::uuid
        left join message_rules rules on rules.user_id = u.id
      where u.id = ${toId}`,
  )
}

/**
 * The page that connects two people who don't say which: the first one's own, if the other supports or follows it, or else
 * the other's, if the first one does.
 */
export async function findConnectingPage(
  db: Db,
  { fromId, toId, now }: { fromId: string; toId: string; now: Date },
): Promise<string | null> {
  const connects = (ownerId: string, userId: string) => sql`page.user_id = ${ownerId}::uuid
    and (${supportsSql(userId, now)} or exists (select from follows f
      where f.user_id = ${userId}::uuid and f.creator_id = page.id))`
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select page.id from creators page
      where page.user_id in (${fromId}, ${toId})
        and (${connects(fromId, toId)} or ${connects(toId, fromId)})
      order by page.user_id = ${fromId} desc limit 1`,
  )
  return row?.id ?? null
}

/**
 * Those among these people whom somebody may write to: at once, or as a request. The question of each one's door, for many
 * (`doorTo`); who takes messages from shared rooms is asked about where one is shared.
 */
export async function listWritable(
  db: Db,
  { fromId, userIds, now }: { fromId: string; userIds: readonly string[]; now: Date },
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select u.id from users u left join message_rules rules on rules.user_id = u.id
      where u.id = any(${[...userIds]}::uuid[]) and u.id <> ${fromId} and u.erased_at is null and u.status = 'active'
        and u.deletion_due_at is null
        and not ${isKeptApartSql(sql`${fromId}`, sql`u.id`)}
        and (coalesce(rules.takes_requests, true) or coalesce(rules.from_rooms, false)
          or exists (select from creators page where page.user_id in (${fromId}, u.id)
            and ${isReachedSql(fromId, sql`u.id`, now)}))
      order by u.id`,
  )
  return rows.map(({ id }) => id)
}
