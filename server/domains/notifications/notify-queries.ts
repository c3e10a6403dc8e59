import type { NoticeKind, NoticeTopic } from '#contract/notifications/kinds.ts'
import { isKeptApartSql } from '#server/domains/accounts/service.ts'
import { type Db, many, run, sql } from '#server/platform/db/query.ts'

import { type Chosen, chosenColumnsSql, choiceTablesSql } from './choices/choice-queries.ts'

export interface Recipient extends Chosen {
  userId: string
  timeZone: string | null
}

/** Those among these people who can be told something, with what they chose about it. */
export function listRecipients(
  db: Db,
  given: {
    userIds: readonly string[]
    topic: NoticeTopic
    creatorId: string | null
    actorId?: string | null
  },
): Promise<Recipient[]> {
  const { userIds, topic, creatorId, actorId = null } = given
  return many(
    db,
    sql<Recipient>`select u.id as "userId", u.time_zone as "timeZone", ${chosenColumnsSql(topic)}
      from users u ${choiceTablesSql({ topic, creatorId: sql`${creatorId}::uuid` })}
      where u.id = any(${[...userIds]}::uuid[]) and u.status = 'active' and u.deletion_due_at is null
        and u.erased_at is null and u.id is distinct from ${actorId}::uuid
        and (${actorId}::uuid is null or not ${isKeptApartSql(sql`u.id`, sql`${actorId}::uuid`)})
      order by u.id`,
  )
}

/** Notes an occasion for these people; returns those to whom it is new. */
export async function insertOccasions(
  db: Db,
  { userIds, occasion, now }: { userIds: readonly string[]; occasion: string | null; now: Date },
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ userId: string }>`insert into notification_occasions (user_id, occasion, noted_at)
      select user_id, ${occasion}, ${now} from unnest(${[...userIds]}::uuid[]) user_id order by user_id
      on conflict do nothing returning user_id as "userId"`,
  )
  return rows.map(({ userId }) => userId)
}

interface NotificationRow {
  id: string
  userId: string
  target?: string | null
  count?: number
}

/** Adds to the bell of each: to the unread row with this key, or as a new one. */
export async function upsertNotifications(
  db: Db,
  given: {
    kind: NoticeKind
    groupKey: string
    creatorId: string | null
    actors: readonly string[]
    now: Date
    rows: readonly NotificationRow[]
  },
): Promise<void> {
  if (given.rows.length === 0) return
  const actors = [...given.actors]
  await run(
    db,
    sql`insert into notifications as kept
        (id, user_id, kind, group_key, creator_id, target, actors, count, updated_at)
      select id, user_id, ${given.kind}, ${given.groupKey}, ${given.creatorId}::uuid, target, ${actors}::uuid[], count, ${given.now}
      from unnest(${given.rows.map(({ id }) => id)}::uuid[], ${given.rows.map(({ userId }) => userId)}::uuid[],
          ${given.rows.map(({ target }) => target ?? null)}::uuid[],
          ${given.rows.map(({ count }) => count ?? 1)}::integer[]) as row (id, user_id, target, count)
      order by user_id
      on conflict (user_id, group_key) where read_at is null do update set
        count = kept.count + excluded.count, target = excluded.target, updated_at = excluded.updated_at,
        actors = (excluded.actors || array(select actor from unnest(kept.actors) with ordinality as was (actor, place)
          where actor <> all (excluded.actors) order by place))[1:3]`,
  )
}

export async function listUsersWithDevices(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await many(
    db,
    sql<{ userId: string }>`select distinct user_id as "userId" from push_devices
      where user_id = any(${[...userIds]}::uuid[])`,
  )
  return new Set(rows.map(({ userId }) => userId))
}
