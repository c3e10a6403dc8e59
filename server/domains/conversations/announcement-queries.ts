import { isKeptApartSql, isLivePageSql } from '#server/domains/accounts/service.ts'
import { maySeeSql } from '#server/domains/audiences/service.ts'
import { heldPlansSql } from '#server/domains/posts/service.ts'
import { hasAccessSql } from '#server/domains/subscriptions/service.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

export interface AnnouncementRow {
  id: string
  creatorId: string
  audienceId: string
  ownerId: string
  body: string
  sentCount: number
  isSent: boolean
  createdAt: Date
}

const columns = sql`a.id, a.creator_id as "creatorId", a.audience_id as "audienceId", c.user_id as "ownerId", a.body,
  a.sent_count as "sentCount", a.sent_at is not null as "isSent", a.created_at as "createdAt"`

/** Of a page that is visible: announcements of one that closes stop. */
export function findAnnouncement(db: Db, id: string): Promise<AnnouncementRow | null> {
  return maybeOne(
    db,
    sql<AnnouncementRow>`select ${columns} from announcements a join creators c on c.id = a.creator_id
      where a.id = ${id} and ${isLivePageSql}`,
  )
}

/** The latest first. */
export function listAnnouncementsOf(
  db: Db,
  given: { creatorId: string; beforeId: string | null; limit: number },
): Promise<AnnouncementRow[]> {
  return many(
    db,
    sql<AnnouncementRow>`select ${columns} from announcements a join creators c on c.id = a.creator_id
      where a.creator_id = ${given.creatorId} and (${given.beforeId}::uuid is null or (a.created_at, a.id) < (
        select seen.created_at, seen.id from announcements seen
        where seen.id = ${given.beforeId}::uuid and seen.creator_id = ${given.creatorId}))
      order by a.created_at desc, a.id desc limit ${given.limit}`,
  )
}

export async function hasClientKey(db: Db, creatorId: string, clientKey: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`select from announcements where creator_id = ${creatorId} and client_key = ${clientKey}`,
  )
  return row !== null
}

export async function insertAnnouncement(
  db: Db,
  given: { id: string; creatorId: string; audienceId: string; body: string; clientKey: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into announcements (id, creator_id, audience_id, body, client_key, created_at)
      values (${given.id}, ${given.creatorId}, ${given.audienceId}, ${given.body}, ${given.clientKey}, ${given.now})`,
  )
}

export interface Reader {
  id: string
  isReached: boolean
}

/** Members of a page by their ids, after one of them, and whether an announcement is for them. */
export function listMembersAfter(
  db: Db,
  {
    announcement,
    after,
    limit,
    now,
  }: { announcement: AnnouncementRow; after: string | null; limit: number; now: Date },
): Promise<Reader[]> {
  const reader = { viewerId: sql`person.id`, now }
  const asked = {
    audienceId: sql`${announcement.audienceId}::uuid`,
    creatorId: sql`${announcement.creatorId}::uuid`,
    ownerId: sql`${announcement.ownerId}::uuid`,
  }
  return many(
    db,
    sql<Reader>`select person.id, u.status = 'active' and u.erased_at is null
          and not ${isKeptApartSql(sql`u.id`, sql`${announcement.ownerId}`)} and access.may_see as "isReached"
      from (select distinct s.member_id as id from subscriptions s
          where s.creator_id = ${announcement.creatorId} and (${after}::uuid is null or s.member_id > ${after}::uuid)
            and ${hasAccessSql(now)} order by id limit ${limit}) person
        join users u on u.id = person.id
        cross join lateral (with ${heldPlansSql(reader, asked.creatorId)}
          select ${maySeeSql(reader, asked)} as may_see) access
      order by person.id`,
  )
}

/** Notes that these people get an announcement; returns those who didn't have it. */
export async function insertDeliveries(db: Db, id: string, userIds: readonly string[]): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ userId: string }>`insert into announcement_deliveries (announcement_id, user_id)
      select ${id}, user_id from unnest(${[...userIds]}::uuid[]) user_id order by user_id
      on conflict do nothing returning user_id as "userId"`,
  )
  return rows.map(({ userId }) => userId)
}

export async function noteSent(db: Db, id: string, count: number, sentAt: Date | null): Promise<void> {
  await run(
    db,
    sql`update announcements set sent_count = sent_count + ${count}, sent_at = ${sentAt} where id = ${id}`,
  )
}

interface PairRow {
  conversationId: string
  userId: string
}

/** The conversations of a page with these people, made where there are none. New ones are in nobody's list yet. */
export async function keepPairs(
  db: Db,
  given: { creatorId: string; ownerId: string; people: readonly { userId: string; id: string }[]; now: Date },
): Promise<PairRow[]> {
  const userIds = given.people.map(({ userId }) => userId)
  const people = sql`unnest(${userIds}::uuid[], ${given.people.map(({ id }) => id)}::uuid[]) new (user_id, id)`
  await run(
    db,
    sql`insert into conversations (id, kind, pair_key, creator_id, created_at)
      select new.id, 'pair', 'page:' || ${given.creatorId}::uuid || ':' || new.user_id, ${given.creatorId}, ${given.now}
      from ${people} order by new.user_id on conflict (pair_key) do nothing`,
  )
  const pairs = await many(
    db,
    sql<PairRow>`select c.id as "conversationId", new.user_id as "userId" from ${people}
      join conversations c on c.pair_key = 'page:' || ${given.creatorId}::uuid || ':' || new.user_id
      order by new.user_id`,
  )
  await run(
    db,
    sql`insert into participants (conversation_id, user_id, state, is_group, joined_at)
      select pair.id, side.user_id, 'active', false, ${given.now}
      from unnest(${pairs.map(({ conversationId }) => conversationId)}::uuid[],
          ${pairs.map(({ userId }) => userId)}::uuid[]) pair (id, user_id)
        cross join lateral (values (pair.user_id), (${given.ownerId}::uuid)) side (user_id)
      order by pair.id, side.user_id on conflict do nothing`,
  )
  return pairs
}

/** Puts what was announced on top of its readers' lists. The creator's list stays as it is, until somebody answers. */
export async function noteAnnounced(
  db: Db,
  given: { ownerId: string; written: readonly { channelId: string; seq: number }[]; now: Date },
): Promise<void> {
  const rows = sql`unnest(${given.written.map(({ channelId }) => channelId)}::uuid[],
    ${given.written.map(({ seq }) => seq)}::integer[]) new (id, seq)`
  await run(
    db,
    sql`update participants p set last_seq = new.seq, last_at = ${given.now}, is_unread = true,
        state = case when p.state = 'left' then p.state else 'active' end
      from ${rows} where p.conversation_id = new.id and p.user_id <> ${given.ownerId}`,
  )
}

/** Those of these conversations in which a creator had read everything before. */
export function listReadByOwner(
  db: Db,
  ownerId: string,
  written: readonly { channelId: string; seq: number }[],
): Promise<{ channelId: string; seq: number }[]> {
  return many(
    db,
    sql<{ channelId: string; seq: number }>`select new.id as "channelId", new.seq
      from unnest(${written.map(({ channelId }) => channelId)}::uuid[], ${written.map(({ seq }) => seq)}::integer[])
        new (id, seq)
        join participants p on p.conversation_id = new.id and p.user_id = ${ownerId} and not p.is_unread
      order by new.id`,
  )
}
