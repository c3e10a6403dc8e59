import type { RawBuilder } from 'kysely'

import type { ConversationFilter } from '#contract/conversations/rules.ts'
import { isKeptApartSql } from '#server/domains/accounts/service.ts'
import { type Db, many, one, prepared, sql } from '#server/platform/db/query.ts'

import { requestsGoneBefore } from './access.ts'

export interface ListedRow {
  id: string
  kind: 'pair' | 'group'
  name: string
  state: 'active' | 'requested'
  lastAt: Date
  isUnread: boolean
  unreadCount: number
  mutedUntil: Date | null
  /** Its place: microseconds, as PostgreSQL keeps them. */
  atMicros: string
}

const columns = sql`p.conversation_id as id, c.kind, c.name, p.state, p.last_at as "lastAt", p.is_unread as "isUnread",
  case when p.is_unread then greatest(1, p.last_seq - greatest(coalesce(r.read_seq, 0), p.from_seq - 1)) else 0 end
    as "unreadCount", r.muted_until as "mutedUntil",
  (extract(epoch from p.last_at) * 1000000)::bigint::text as "atMicros"`

const tables = sql`participants p join conversations c on c.id = p.conversation_id
  left join read_marks r on r.channel_id = p.conversation_id and r.user_id = p.user_id`

/** Whether a conversation `c` of `p` is shown: no request from before a moment, and not with somebody who is suspended. */
export function isShownSql(goneBefore: Date): RawBuilder<boolean> {
  return sql<boolean>`(c.requested_by is null or c.requested_at > ${goneBefore})
    and (p.is_group or not exists (select from participants o join users u on u.id = o.user_id
      where o.conversation_id = p.conversation_id and o.user_id <> p.user_id and u.status = 'suspended'))`
}

/* Written out, so that PostgreSQL finds the index of each. */
export const FILTERS: Record<ConversationFilter, RawBuilder<boolean>> = {
  all: sql`p.state = 'active' and p.last_at is not null`,
  unread: sql`p.state = 'active' and p.is_unread and p.last_at is not null`,
  requests: sql`p.state = 'requested' and p.last_at is not null`,
}

/** A place in a person's list of conversations: the moment of its last message, in microseconds, and its id. */
export interface Place {
  atMicros: string
  id: string
}

/** A person's conversations, those written in last first. */
export function listOwn(
  db: Db,
  given: {
    userId: string
    filter: ConversationFilter
    before: Place | null
    limit: number
    now: Date
  },
): Promise<ListedRow[]> {
  const { before } = given
  const isBefore =
    before === null
      ? sql`true`
      : sql`(p.last_at, p.conversation_id) < (
          timestamptz 'epoch' + ${before.atMicros}::bigint * interval '1 microsecond', ${before.id}::uuid)`
  return many(
    db,
    sql<ListedRow>`select ${columns} from ${tables}
      where p.user_id = ${given.userId} and ${FILTERS[given.filter]} and ${isBefore} and ${isShownSql(requestsGoneBefore(given.now))}
      order by p.last_at desc, p.conversation_id desc limit ${given.limit}`,
  )
}

/** Of the people with such a name, who may be all over the product, so many are looked at. */
const LOOKED_AT = sql.raw('5000')

/** Those with people, pages or groups whose name begins like this, or has a word that does for pages and groups. */
export function listOwnNamed(
  db: Db,
  given: { userId: string; creatorId: string | null; q: string; limit: number; now: Date },
): Promise<ListedRow[]> {
  const beginning = `${given.q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const isNamed = (column: RawBuilder<unknown>) =>
    sql`(lower(${column}) like ${beginning} or lower(${column}) like ${`% ${beginning}`})`
  return many(
    db,
    sql<ListedRow>`with named as materialized (
        select id from users where lower(name) like ${beginning} and erased_at is null limit ${LOOKED_AT}
      ), found as (
        -- Each looked up: how many have such a name can't be told beforehand, and all conversations would be read.
        select c.id from named cross join lateral (select id from conversations where pair_key = any(array[
            least(named.id, ${given.userId}::uuid) || ':' || greatest(named.id, ${given.userId}::uuid),
            'page:' || ${given.creatorId}::uuid || ':' || named.id]) offset 0) c
        union select c.id from subscriptions s join creators page on page.id = s.creator_id
            join conversations c on c.pair_key = 'page:' || page.id || ':' || ${given.userId}::uuid
          where s.member_id = ${given.userId} and ${isNamed(sql`page.page_name`)}
        union select c.id from follows f join creators page on page.id = f.creator_id
            join conversations c on c.pair_key = 'page:' || page.id || ':' || ${given.userId}::uuid
          where f.user_id = ${given.userId} and ${isNamed(sql`page.page_name`)}
        union select c.id from participants mine join conversations c on c.id = mine.conversation_id
          where mine.user_id = ${given.userId} and mine.is_group and ${isNamed(sql`c.name`)})
      select ${columns} from found cross join lateral (
          select * from participants where conversation_id = found.id and user_id = ${given.userId} offset 0) p
        cross join lateral (select * from conversations where id = found.id offset 0) c
        left join read_marks r on r.channel_id = p.conversation_id and r.user_id = p.user_id
      where ${FILTERS.all} and ${isShownSql(requestsGoneBefore(given.now))}
      order by p.last_at desc, p.conversation_id desc limit ${given.limit}`,
  )
}

/** More aren't counted. */
const COUNTED_MAX = sql.raw('100')

export async function countWaitingRequests(db: Db, userId: string, now: Date): Promise<number> {
  const { count } = await one(
    db,
    sql<{ count: number }>`select count(*)::integer as count from (select from participants p
        join conversations c on c.id = p.conversation_id
      where p.user_id = ${userId} and ${FILTERS.requests} and ${isShownSql(requestsGoneBefore(now))} limit ${COUNTED_MAX}) waiting`,
  )
  return count
}

export interface FaceRow {
  conversationId: string
  id: string
  name: string
  profileImage: string | null
  isErased: boolean
  pageHandle: string | null
  peopleCount: number
}

/** People of a group who are shown in a list. */
const FACES = 4

const facesOfConversations = prepared<FaceRow, { ids: readonly string[]; userId: string }>(
  'faces-of-conversations',
  ({
    ids,
    userId,
  }) => sql<FaceRow>`select c.id as "conversationId", u.id, coalesce(page.page_name, u.name) as name,
      case when page.id is null then u.profile_image else page.profile_image end as "profileImage",
      u.erased_at is not null as "isErased", page.handle as "pageHandle",
      (select count(*)::integer from participants counted
        where counted.conversation_id = c.id and counted.state <> 'left') as "peopleCount"
    from conversations c cross join lateral (select o.user_id, o.joined_at from participants o
        where o.conversation_id = c.id and o.user_id <> ${userId} and o.state <> 'left'
        order by o.joined_at, o.user_id limit ${sql.lit(FACES)}) other
      join users u on u.id = other.user_id
      left join creators page on page.id = c.creator_id and page.user_id = u.id
    -- A query of its own: with ids that PostgreSQL can count, it would plan this anew each time.
    where c.id = any((select ${ids}::uuid[])::uuid[]) order by c.id, other.joined_at, u.id`,
)

/** The first few others in each of these conversations, by when they came. */
export function listFaces(db: Db, given: { ids: readonly string[]; userId: string }): Promise<FaceRow[]> {
  return many(db, facesOfConversations(given))
}

export interface FoundRow {
  conversationId: string
  /** Of the group. */
  name: string
  seq: number
  authorId: string
  authorName: string | null
  body: string
  mentions: { _id: string; name: string | null }[]
  mediaCount: number
  createdAt: Date
}

export const foundColumns = sql`m.channel_id as "conversationId", c.name, m.seq, m.author_id as "authorId",
  case when u.erased_at is null then coalesce((select page.page_name from creators page
    where page.id = c.creator_id and page.user_id = u.id), u.name) end as "authorName", m.body,
  coalesce((select jsonb_agg(jsonb_build_object('_id', named.id,
    'name', case when named.erased_at is null then named.name end))
    from users named where named.id = any(m.mentions)), '[]'::jsonb) as mentions,
  (select count(*)::integer from message_media held where held.channel_id = m.channel_id and held.seq = m.seq)
    as "mediaCount", m.created_at as "createdAt"`

/** Of a message `m` by `u` in a conversation `c` of the person `p`. */
export const isFoundSql = sql<boolean>`m.state = 'visible' and m.seq >= p.from_seq and u.status <> 'suspended'
  and (not p.is_group or not ${isKeptApartSql(sql`p.user_id`, sql`u.id`)})`

/** The newest message of each of these conversations that a person sees. */
export function listLatest(db: Db, userId: string, ids: readonly string[]): Promise<FoundRow[]> {
  return many(
    db,
    sql<FoundRow>`select latest.* from participants p join conversations c on c.id = p.conversation_id
        cross join lateral (select ${foundColumns} from messages m join users u on u.id = m.author_id
          where m.channel_id = c.id and ${isFoundSql} order by m.seq desc limit 1) latest
      where p.user_id = ${userId} and p.conversation_id = any(${[...ids]}::uuid[])`,
  )
}
