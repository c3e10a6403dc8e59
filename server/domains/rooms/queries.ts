import type { Commenters } from '#contract/moderation/rules.ts'
import type { Currency } from '#contract/money.ts'
import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { plansThatOpenSql, isOpenSql, type StepOnWire } from '#server/domains/audiences/service.ts'
import { heldPlansSql } from '#server/domains/posts/service.ts'
import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

import { isExcludedSql, isThereSql, mayEnterSql, type Reader } from './access.ts'

export interface RoomRow {
  id: string
  creatorId: string
  ownerId: string
  name: string
  emoji: string
  topic: string
  archivedAt: Date | null
}

export interface ListedRow extends RoomRow {
  mayEnter: boolean
  isExcluded: boolean
  /** The widest of those whom it is open to now. */
  widest: 'everyone' | 'followers' | 'plans' | null
  planId: string | null
  planName: string | null
  planPriceCents: number | null
  planCurrency: Currency | null
}

const columns = sql`r.id, r.creator_id as "creatorId", c.user_id as "ownerId", r.name, r.emoji, r.topic,
  r.archived_at as "archivedAt"`

/** All rooms of a page that are there, in its order, as somebody finds them. Archived ones only for those inside. */
export function listRoomsOf(
  db: Db,
  creatorId: string,
  reader: Reader & { viewerId: string | null },
): Promise<ListedRow[]> {
  const place = { audienceId: sql`r.audience_id`, creatorId: sql`r.creator_id` }
  return many(
    db,
    sql<ListedRow>`with ${heldPlansSql(reader, creatorId)}
      select ${columns}, entrance.may as "mayEnter", ${isExcludedSql(reader.viewerId)} as "isExcluded",
        (select case step.reach when 'everyone' then 'everyone' when 'followers' then 'followers' else 'plans' end
          from audience_steps step where step.audience_id = r.audience_id and ${isOpenSql(reader.now)}
          order by case step.reach when 'everyone' then 0 when 'followers' then 1 else 2 end limit 1) as widest,
        plan.id as "planId", plan.name as "planName", plan.price_cents as "planPriceCents",
        plan.currency as "planCurrency"
      from rooms r join creators c on c.id = r.creator_id
        cross join lateral (select ${mayEnterSql(reader)} as may) entrance
        left join lateral (${plansThatOpenSql(reader.now, place)}) plan on plan.archived_at is null
      where r.creator_id = ${creatorId} and ${isThereSql(reader.now)} and (r.archived_at is null or entrance.may)
      order by r.archived_at is not null, r.position, r.id`,
  )
}

export interface SettingsRow {
  id: string
  audience: StepOnWire[]
  writeFrom: Commenters
  planIds: string[]
}

/** How the rooms of a page are set up. */
export function listSettingsOf(db: Db, creatorId: string): Promise<SettingsRow[]> {
  return many(
    db,
    sql<SettingsRow>`select r.id, r.write_from as "writeFrom",
        array(select named.plan_id from audience_step_plans named where named.audience_id = r.write_audience_id)
          as "planIds",
        (select jsonb_agg(jsonb_build_object('reach', step.reach, 'isExact', step.is_exact,
            'fromAt', to_char(step.from_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'untilAt', to_char(step.until_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'planIds', array(select named.plan_id from audience_step_plans named
              where named.audience_id = step.audience_id and named.position = step.position order by named.plan_id))
            order by step.position)
          from audience_steps step where step.audience_id = r.audience_id) as audience
      from rooms r where r.creator_id = ${creatorId}`,
  )
}

/** A room of a page that is visible. */
export function findRoom(db: Db, id: string, now: Date): Promise<RoomRow | null> {
  return maybeOne(
    db,
    sql<RoomRow>`select ${columns} from rooms r join creators c on c.id = r.creator_id
      where r.id = ${id} and ${isLivePageSql} and ${isThereSql(now)}`,
  )
}

/** Changes of a page's rooms happen one after another. Returns how many are open, and the last place that is taken. */
export async function lockRooms(db: Db, creatorId: string): Promise<{ open: number; last: number }> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`rooms of ${creatorId}`}, 0))`)
  const [row] = await many(
    db,
    sql<{ open: number; last: number }>`select count(*) filter (where archived_at is null)::integer as open,
      coalesce(max(position), 0) as last from rooms where creator_id = ${creatorId}`,
  )
  return row ?? { open: 0, last: 0 }
}

export interface StoredRoom {
  id: string
  name: string
  emoji: string
  topic: string
  audienceId: string
  writeFrom: Commenters
  writeAudienceId: string | null
}

export async function insertRoom(
  db: Db,
  room: StoredRoom & { creatorId: string; position: number; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into rooms (id, creator_id, name, emoji, topic, audience_id, write_from, write_audience_id, position,
        created_at)
      values (${room.id}, ${room.creatorId}, ${room.name}, ${room.emoji}, ${room.topic}, ${room.audienceId},
        ${room.writeFrom}, ${room.writeAudienceId}, ${room.position}, ${room.now})`,
  )
}

export async function storeRoom(db: Db, room: StoredRoom): Promise<void> {
  await run(
    db,
    sql`update rooms set name = ${room.name}, emoji = ${room.emoji}, topic = ${room.topic},
        audience_id = ${room.audienceId}, write_from = ${room.writeFrom}, write_audience_id = ${room.writeAudienceId}
      where id = ${room.id}`,
  )
}

export async function storeArchived(db: Db, id: string, archivedAt: Date | null): Promise<void> {
  await run(db, sql`update rooms set archived_at = ${archivedAt} where id = ${id}`)
}

/** Those named come first, in this order; the others keep theirs. */
export async function storeOrder(db: Db, creatorId: string, ids: readonly string[]): Promise<void> {
  await run(
    db,
    sql`update rooms r set position = sorted.place from (
        select r.id, row_number() over (order by given.place nulls last, r.position, r.id) as place
        from rooms r left join unnest(${[...ids]}::uuid[]) with ordinality given (id, place) on given.id = r.id
        where r.creator_id = ${creatorId}) sorted
      where sorted.id = r.id`,
  )
}
