import { BELL_MAX_DAYS, BELL_MAX_ROWS, type NoticeKind } from '#contract/notifications/kinds.ts'
import { type Db, many, one, prepared, run, sql } from '#server/platform/db/query.ts'

export interface BellRow {
  id: string
  kind: NoticeKind
  creatorId: string | null
  target: string | null
  actors: string[]
  count: number
  updatedAt: Date
  isRead: boolean
  /** Its place: microseconds, as PostgreSQL keeps them. */
  atMicros: string
}

/** What is older is no longer shown, and deleted at night. */
const isKeptSql = (now: Date) =>
  sql`n.updated_at > ${now}::timestamptz - make_interval(days => ${BELL_MAX_DAYS})`

/** A person's bell, newest first. */
export function listBell(
  db: Db,
  given: {
    userId: string
    before: { atMicros: string; id: string } | null
    limit: number
    now: Date
  },
): Promise<BellRow[]> {
  const { before } = given
  const isBefore =
    before === null
      ? sql`true`
      : sql`(n.updated_at, n.id) < (
          timestamptz 'epoch' + ${before.atMicros}::bigint * interval '1 microsecond', ${before.id}::uuid)`
  return many(
    db,
    sql<BellRow>`select n.id, n.kind, n.creator_id as "creatorId", n.target, n.actors, n.count,
        n.updated_at as "updatedAt", n.read_at is not null as "isRead",
        (extract(epoch from n.updated_at) * 1000000)::bigint::text as "atMicros"
      from notifications n where n.user_id = ${given.userId} and ${isKeptSql(given.now)} and ${isBefore}
      order by n.updated_at desc, n.id desc limit ${given.limit}`,
  )
}

export interface Badges {
  notifications: number
  refundRequests: number
  heldMessages: number
  messages: number
  openReports: number
  keepsOrder: boolean
  seenUntil: Date | null
  isTimeZoneKnown: boolean
}

interface BadgesAsked {
  userId: string
  creatorId: string | null
  countedMax: number
  now: Date
}

const badgesOfPerson = prepared<Badges, BadgesAsked>(
  'badges',
  (
    given,
  ) => sql<Badges>`select (select count(*)::integer from (select from notifications n where n.user_id = u.id
          and n.read_at is null and ${isKeptSql(given.now)} limit ${given.countedMax}) unread) as notifications,
        (select count(*)::integer from (select from refunds r join payments p on p.id = r.payment_id
          where p.creator_id = ${given.creatorId}::uuid and r.status = 'requested' limit ${given.countedMax}) asked)
          as "refundRequests",
        (select count(*)::integer from (select from messages m where m.state = 'held' and m.cause <> 'operator' and m.creator_id in (
            select ${given.creatorId}::uuid union select office.creator_id from moderators office
              where office.user_id = u.id) limit ${given.countedMax}) held) as "heldMessages",
        (select count(*)::integer from (select from participants p
            left join read_marks mark on mark.channel_id = p.conversation_id and mark.user_id = p.user_id
          where p.user_id = u.id and p.state = 'active' and p.is_unread and p.last_at is not null
            and (mark.muted_until is null or mark.muted_until <= ${given.now}::timestamptz)
            and (p.is_group or not exists (select from participants other join users o on o.id = other.user_id
              where other.conversation_id = p.conversation_id and other.user_id <> p.user_id and o.status = 'suspended'))
          limit ${given.countedMax}) unread) as messages,
        (select count(*)::integer from (select from cases k join messages m on m.id = k.target_id
          where k.state = 'open' and k.level = 'page' and m.state = 'visible' and k.creator_id in (
            select ${given.creatorId}::uuid union select office.creator_id from moderators office
              where office.user_id = u.id) limit ${given.countedMax}) reported) as "openReports",
        ${given.creatorId}::uuid is not null
          or exists (select from moderators office where office.user_id = u.id) as "keepsOrder",
        (select s.expires_at from support_passes s where s.user_id = u.id and s.used_by is not null
          and s.ended_at is null and s.expires_at > ${given.now}) as "seenUntil",
        u.time_zone is not null as "isTimeZoneKnown"
      from users u where u.id = ${given.userId}`,
)

/** What waits for a person; of unread rows, of requests and of messages, only so many are counted. */
export function countBadges(db: Db, given: BadgesAsked): Promise<Badges> {
  return one(db, badgesOfPerson(given))
}

/** Marks as read: these and what tells of that post, or (null) all. Returns how many weren't. */
export function markRead(
  db: Db,
  {
    userId,
    which,
    now,
  }: { userId: string; which: { ids: readonly string[]; postId: string | null } | null; now: Date },
): Promise<number> {
  const isMeant =
    which === null
      ? sql`true`
      : sql`(id = any(${[...which.ids]}::uuid[])
          or kind in ('new_post', 'post_opened') and target = ${which.postId}::uuid)`
  return run(
    db,
    sql`update notifications set read_at = ${now} where user_id = ${userId} and read_at is null and ${isMeant}`,
  )
}

/** A place in all bells, in the order in which rows came in or were told of again. */
export interface BellPlace {
  /** As the database writes it, to the microsecond. */
  at: string
  id: string
}

/** What came in since a moment, after that place, and whose it is. */
export function listComeIn(
  db: Db,
  { since, after, limit }: { since: Date; after: BellPlace | null; limit: number },
): Promise<(BellPlace & { userId: string })[]> {
  const from =
    after === null
      ? sql`n.updated_at > ${since}`
      : sql`(n.updated_at, n.id) > (${after.at}::timestamptz, ${after.id})`
  return many(
    db,
    sql<BellPlace & { userId: string }>`select n.updated_at::text as at, n.id, n.user_id as "userId"
      from notifications n where ${from} order by n.updated_at, n.id limit ${limit}`,
  )
}

/** Leaves each of these people the newest rows. */
export async function deleteBeyondLimit(db: Db, userIds: readonly string[]): Promise<void> {
  await run(
    db,
    sql`delete from notifications where id in (
      select surplus.id from unnest(${[...userIds]}::uuid[]) owner (id) cross join lateral (
        select n.id from notifications n where n.user_id = owner.id
        order by n.updated_at desc, n.id desc offset ${BELL_MAX_ROWS}) surplus)`,
  )
}

/** Deletes some of what nobody needs any more; returns how much. */
export async function deleteOld(db: Db, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const before = sql`${now}::timestamptz - make_interval(days => ${BELL_MAX_DAYS})`
  const rows = await run(
    db,
    sql`delete from notifications where id in (
      select id from notifications where updated_at < ${before} order by updated_at limit ${limit})`,
  )
  const occasions = await run(
    db,
    sql`delete from notification_occasions where (user_id, occasion) in (
      select user_id, occasion from notification_occasions where noted_at < ${before}
      order by noted_at limit ${limit})`,
  )
  const days = await run(
    db,
    sql`delete from notification_mail_days where (user_id, day) in (
      select user_id, day from notification_mail_days where day < (${now}::timestamptz - interval '3 days')::date
      order by day limit ${limit})`,
  )
  return rows + occasions + days
}

interface OwnNotice {
  kind: string
  page: string | null
  count: number
  at: Date
  isRead: boolean
}

/** A person's bell, for themselves. */
export function listOwnBell(db: Db, userId: string): Promise<OwnNotice[]> {
  return many(
    db,
    sql<OwnNotice>`select n.kind, c.handle as page, n.count, n.updated_at as at, n.read_at is not null as "isRead"
      from notifications n left join creators c on c.id = n.creator_id
      where n.user_id = ${userId} order by n.updated_at desc, n.id desc`,
  )
}

export async function eraseBell(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from notifications where user_id = ${userId}`)
  await run(db, sql`delete from notification_occasions where user_id = ${userId}`)
  await run(db, sql`delete from digest_items where user_id = ${userId}`)
  await run(db, sql`delete from notification_mail_days where user_id = ${userId}`)
}
