import { isKeptApartSql } from '#server/domains/accounts/service.ts'
import { hasAccessSql } from '#server/domains/subscriptions/service.ts'
import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

import { isReachedSql, supportsSql } from './reach-queries.ts'

export async function findLastSeq(db: Db, channelId: string): Promise<number> {
  const row = await maybeOne(
    db,
    sql<{ lastSeq: number }>`select last_seq as "lastSeq" from channels where id = ${channelId}`,
  )
  return row?.lastSeq ?? 0
}

export interface ReachedRow {
  id: string
  /** They support the page of who asks. */
  isMember: boolean
}

/** Those among these people whom somebody may write to without asking: through either one's page, or an agreement. */
export function listReachedOf(
  db: Db,
  { fromId, userIds, now }: { fromId: string; userIds: readonly string[]; now: Date },
): Promise<ReachedRow[]> {
  return many(
    db,
    sql<ReachedRow>`select u.id, exists (select from creators page
          where page.user_id = ${fromId} and ${supportsSql(sql`u.id`, now)}) as "isMember"
      from users u where u.id = any(${[...userIds]}::uuid[]) and u.erased_at is null and u.status = 'active'
        and not ${isKeptApartSql(sql`${fromId}`, sql`u.id`)}
        and (exists (select from creators page where page.user_id in (${fromId}, u.id)
            and ${isReachedSql(fromId, sql`u.id`, now)})
          or exists (select from conversations c where c.is_agreed and c.kind = 'pair' and c.pair_key =
            least(u.id, ${fromId}::uuid) || ':' || greatest(u.id, ${fromId}::uuid)))`,
  )
}

export interface ReachableRow {
  id: string
  name: string
  profileImage: string | null
  pageHandle: string | null
}

const LOOKED_AT = sql.raw('5000')

/** Pages a person supports that take messages from them, and members of their own, by the beginning of a name. */
export function listReachable(
  db: Db,
  given: { userId: string; creatorId: string | null; q: string; limit: number; now: Date },
): Promise<ReachableRow[]> {
  const { userId, creatorId, now } = given
  const beginning = `${given.q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const isApart = isKeptApartSql(sql`${userId}`, sql`u.id`)
  const members =
    given.q === ''
      ? sql`select s.member_id as id from subscriptions s where s.creator_id = ${creatorId}::uuid
          and s.access_until is not null and ${hasAccessSql(now)} order by s.id desc limit ${given.limit}`
      : sql`select named.id from (select id from users where lower(name) like ${beginning} and erased_at is null
            limit ${LOOKED_AT}) named
          -- Each looked up: how many have such a name can't be told beforehand, and all members would be read.
          cross join lateral (select from subscriptions s where s.member_id = named.id
            and s.creator_id = ${creatorId}::uuid and ${hasAccessSql(now)} limit 1) held limit ${given.limit}`
  return many(
    db,
    sql<ReachableRow>`(select u.id, page.page_name as name, page.profile_image as "profileImage",
          page.handle as "pageHandle"
        from (select distinct s.creator_id from subscriptions s where s.member_id = ${userId} and ${hasAccessSql(now)}) held
          join creators page on page.id = held.creator_id join users u on u.id = page.user_id
        where u.status = 'active' and u.deletion_due_at is null and not ${isApart}
          and (lower(page.page_name) like ${beginning} or lower(page.page_name) like ${`% ${beginning}`})
          and ${isReachedSql(userId, sql`u.id`, now)}
        order by lower(page.page_name), page.id limit ${given.limit})
      union all
      (select u.id, u.name, u.profile_image, null from (${members}) mine join users u on u.id = mine.id
        where u.status = 'active' and u.id <> ${userId} and not ${isApart}
        order by lower(u.name), u.id limit ${given.limit})
      limit ${given.limit}`,
  )
}

export interface ParticipantRow {
  id: string
  pageHandle: string | null
  isOwner: boolean
  isErased: boolean
  /** null: they or the viewer don't show it. */
  readSeq: number | null
}

/** Everyone else in a conversation, by when they came. */
export function listParticipants(
  db: Db,
  { conversationId, userId }: { conversationId: string; userId: string },
): Promise<ParticipantRow[]> {
  return many(
    db,
    sql<ParticipantRow>`select u.id, page.handle as "pageHandle", c.owner_id is not distinct from u.id as "isOwner",
        u.erased_at is not null as "isErased",
        case when p.state = 'active' and own.shows_read and theirs.shows_read then coalesce(r.read_seq, 0) end as "readSeq"
      from participants p join users u on u.id = p.user_id join conversations c on c.id = p.conversation_id
        left join creators page on page.id = c.creator_id and page.user_id = u.id
        left join message_rules own on own.user_id = ${userId}
        left join message_rules theirs on theirs.user_id = u.id
        left join read_marks r on r.channel_id = c.id and r.user_id = u.id
      where p.conversation_id = ${conversationId} and p.user_id <> ${userId} and p.state <> 'left'
      order by p.joined_at, u.id`,
  )
}
