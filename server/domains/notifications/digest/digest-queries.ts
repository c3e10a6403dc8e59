import { MAILS_PER_DAY, type NoticeKind } from '#contract/notifications/kinds.ts'
import { canReadPostSql, heldPlansSql } from '#server/domains/posts/service.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

import type { DigestPace } from './digest-due.ts'

/** People who want no digest get no lines. */
export async function insertDigestItems(
  db: Db,
  given: {
    kind: NoticeKind
    groupKey: string
    creatorId: string | null
    actors: readonly string[]
    pace: DigestPace
    now: Date
    rows: readonly { userId: string; target: string | null; count: number; dueAt: Date }[]
  },
): Promise<void> {
  const { rows } = given
  await run(
    db,
    sql`insert into digest_items as kept
        (user_id, group_key, kind, creator_id, target, actors, count, pace, added_at, due_at)
      select user_id, ${given.groupKey}, ${given.kind}, ${given.creatorId}::uuid, target, ${[...given.actors]}::uuid[],
        count, ${given.pace}, ${given.now}, due_at
      from unnest(${rows.map(({ userId }) => userId)}::uuid[], ${rows.map(({ target }) => target)}::uuid[],
          ${rows.map(({ count }) => count)}::integer[], ${rows.map(({ dueAt }) => dueAt)}::timestamptz[])
          as row (user_id, target, count, due_at)
      where not exists (select from notification_preferences p where p.user_id = row.user_id and not p.digest)
      order by user_id
      on conflict (user_id, group_key) do update set count = kept.count + excluded.count, target = excluded.target,
        due_at = least(kept.due_at, excluded.due_at),
        actors = (excluded.actors || array(select actor from unnest(kept.actors) with ordinality as was (actor, place)
          where actor <> all (excluded.actors) order by place))[1:3]`,
  )
}

/** People with lines that are due, by their ids, after one of them. */
export async function listUsersWithDueDigest(
  db: Db,
  { now, after, limit }: { now: Date; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ userId: string }>`select distinct user_id as "userId" from digest_items
      where due_at <= ${now} and (${after}::uuid is null or user_id > ${after}::uuid)
      order by user_id limit ${limit}`,
  )
  return rows.map(({ userId }) => userId)
}

export interface DigestItem {
  groupKey: string
  kind: NoticeKind
  creatorId: string | null
  target: string | null
  actors: string[]
  count: number
}

/** The lines of one person that are due, locked, newest first. */
export function lockDueItems(
  db: Db,
  { userId, now, limit }: { userId: string; now: Date; limit: number },
): Promise<DigestItem[]> {
  return many(
    db,
    sql<DigestItem>`select group_key as "groupKey", kind, creator_id as "creatorId", target, actors, count
      from digest_items where user_id = ${userId} and due_at <= ${now}
      order by added_at desc, group_key limit ${limit} for update`,
  )
}

export async function deleteDueItems(db: Db, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await run(db, sql`delete from digest_items where user_id = ${userId} and due_at <= ${now}`)
}

/** Puts off what is due. */
export async function postponeItems(
  db: Db,
  { userId, now, until }: { userId: string; now: Date; until: Date },
): Promise<void> {
  await run(db, sql`update digest_items set due_at = ${until} where user_id = ${userId} and due_at <= ${now}`)
}

/** When the lines of a pace come, after a change of time zone. */
export async function moveDigests(
  db: Db,
  { userId, pace, dueAt }: { userId: string; pace: DigestPace; dueAt: Date },
): Promise<void> {
  await run(db, sql`update digest_items set due_at = ${dueAt} where user_id = ${userId} and pace = ${pace}`)
}

export interface Reader {
  name: string
  email: string
  timeZone: string | null
}

/** Somebody who may be written to. */
export function findReader(db: Db, userId: string): Promise<Reader | null> {
  return maybeOne(
    db,
    sql<Reader>`select name, email, time_zone as "timeZone" from users
      where id = ${userId} and status = 'active' and deletion_due_at is null and erased_at is null`,
  )
}

/** Which of these posts a person may read now. */
export async function listReadablePosts(
  db: Db,
  { userId, postIds, now }: { userId: string; postIds: readonly string[]; now: Date },
): Promise<Set<string>> {
  const reader = { viewerId: userId, now }
  const rows = await many(
    db,
    sql<{ id: string }>`with ${heldPlansSql(reader)}
      select p.id from posts p join creators c on c.id = p.creator_id
      where p.id = any(${[...postIds]}::uuid[]) and post_is_published(p) and ${canReadPostSql(reader)}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Takes one of the mails that each person may get on their day; returns those who had one left. */
export async function takeMailsOfDay(
  db: Db,
  people: readonly { userId: string; day: string }[],
): Promise<Set<string>> {
  const rows = await many(
    db,
    sql<{ userId: string }>`insert into notification_mail_days as kept (user_id, day, mails)
      select user_id, day, 1 from unnest(${people.map(({ userId }) => userId)}::uuid[],
        ${people.map(({ day }) => day)}::date[]) as row (user_id, day) order by user_id
      on conflict (user_id, day) do update set mails = kept.mails + 1 where kept.mails < ${MAILS_PER_DAY}
      returning user_id as "userId"`,
  )
  return new Set(rows.map(({ userId }) => userId))
}
