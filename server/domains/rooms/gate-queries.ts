import { isKeptApartSql, isLivePageSql } from '#server/domains/accounts/service.ts'
import { maySeeSql } from '#server/domains/audiences/service.ts'
import { heldPlansSql } from '#server/domains/posts/service.ts'
import { type Db, many, maybeOne, prepared, sql } from '#server/platform/db/query.ts'

import { mayEnterSql, mustAcceptSql, type Writer } from './access.ts'

export interface EntranceRow extends Writer {
  mayEnter: boolean
}

interface Asked {
  roomId: string
  viewerId: string | null
  now: Date
}

const WRITERS = {
  audienceId: sql`r.write_audience_id`,
  creatorId: sql`r.creator_id`,
  ownerId: sql`c.user_id`,
}

const entranceOfRoom = prepared<EntranceRow, Asked>(
  'entrance-of-room',
  (given) => sql<EntranceRow>`with ${heldPlansSql(given)}
    select ${mayEnterSql(given)} as "mayEnter", r.archived_at is not null as "isArchived", r.write_from as "writeFrom",
      ${maySeeSql(given, WRITERS)} as "isReached",
      ${mustAcceptSql({ creatorId: sql`r.creator_id`, viewerId: given.viewerId })} as "mustAccept"
    from rooms r join creators c on c.id = r.creator_id
    where r.id = ${given.roomId} and ${isLivePageSql}`,
)

/** What somebody may do in a room; null: there is none. */
export function findEntrance(db: Db, { roomId, viewerId, now }: Asked): Promise<EntranceRow | null> {
  return maybeOne(db, entranceOfRoom({ roomId, viewerId, now }))
}

/** Which of these people may enter a room. Few are asked about. */
export async function listEntering(
  db: Db,
  { roomId, userIds, now }: { roomId: string; userIds: readonly string[]; now: Date },
): Promise<string[]> {
  const reader = { viewerId: sql`u.id`, now }
  const rows = await many(
    db,
    sql<{ id: string }>`select u.id from users u
      where u.id = any(${[...userIds]}::uuid[]) and u.erased_at is null and u.status <> 'suspended' and exists (
        with ${heldPlansSql(reader)} select from rooms r join creators c on c.id = r.creator_id
          where r.id = ${roomId} and ${isLivePageSql} and ${mayEnterSql(reader)})`,
  )
  return rows.map(({ id }) => id)
}

/** Of the rooms that two people have been in, so many are looked at. */
const SHARED_LOOKED_AT = sql.raw('50')

/** Whether two people have been in a room that both may still enter. */
export async function shareRoom(db: Db, userId: string, otherId: string, now: Date): Promise<boolean> {
  const reader = { viewerId: sql`u.id`, now }
  const row = await maybeOne(
    db,
    sql`select from (select r.id from read_marks own join read_marks theirs
          on theirs.channel_id = own.channel_id and theirs.user_id = ${otherId}
        join rooms r on r.id = own.channel_id where own.user_id = ${userId} limit ${SHARED_LOOKED_AT}) shared
      where not exists (select from users u where u.id in (${userId}, ${otherId}) and not exists (
        with ${heldPlansSql(reader)} select from rooms r join creators c on c.id = r.creator_id
          where r.id = shared.id and ${isLivePageSql} and ${mayEnterSql(reader)})) limit 1`,
  )
  return row !== null
}

/** Of the people with such a name, who may be all over the product, so many are looked at. */
const LOOKED_AT = sql.raw('5000')

/** People who have been in a room and whose name begins like this; whether they still may enter is asked after. */
export async function listNamedIn(
  db: Db,
  given: { roomId: string; q: string; viewerId: string; limit: number },
): Promise<string[]> {
  const beginning = `${given.q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await many(
    db,
    sql<{ id: string }>`select u.id from (
        select id, name, status from users where lower(name) like ${beginning} and erased_at is null
        limit ${LOOKED_AT}) u
      where u.id <> ${given.viewerId} and u.status <> 'suspended'
        and exists (select from read_marks mark where mark.user_id = u.id and mark.channel_id = ${given.roomId})
        and not ${isKeptApartSql(sql`${given.viewerId}`, sql`u.id`)}
      order by lower(u.name), u.id limit ${given.limit}`,
  )
  return rows.map(({ id }) => id)
}

/** People who have been in a room, so many of them, by their ids. */
export async function listVisitors(
  db: Db,
  { roomId, afterId, limit }: { roomId: string; afterId: string | null; limit: number },
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select mark.user_id as id from read_marks mark
      where mark.channel_id = ${roomId} and (${afterId}::uuid is null or mark.user_id > ${afterId}::uuid)
      order by mark.user_id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}
