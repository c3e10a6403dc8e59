import type { RawBuilder } from 'kysely'

import type { LiveVideo } from '#contract/live/broadcast-rules.ts'
import { LIVE_AHEAD_MAX, type LiveQuestions, type LiveReplay, type LiveState } from '#contract/live/rules.ts'
import type { Currency } from '#contract/money.ts'
import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { isOpenSql, plansThatOpenSql, type StepOnWire } from '#server/domains/audiences/service.ts'
import { heldPlansSql } from '#server/domains/posts/service.ts'
import { mustAcceptSql } from '#server/domains/rooms/service.ts'
import { type Db, many, maybeOne, one, prepared, run, sql } from '#server/platform/db/query.ts'

import { mayComeSql, type Reader } from './access.ts'

export interface LiveRow {
  id: string
  creatorId: string
  ownerId: string
  handle: string
  title: string
  text: string
  startsAt: Date
  /** As it was stored: see `stateAt`. */
  state: LiveState
  audienceId: string
  questions: LiveQuestions
  anonymousAllowed: boolean
  replay: LiveReplay
  video: LiveVideo
  liveAt: Date | null
  endedAt: Date | null
  asked: number
  unshown: number
  present: number
  peak: number
  attended: number
  /** When the last segment of its picture came; null: none did. */
  heardAt: Date | null
  /** Since when those who watch know that its line is lost. */
  lostAt: Date | null
  segments: number
  mediaMs: number
  mediaBytes: number
  /** How often its time was changed, or that it was called off. */
  sequence: number
}

/** How somebody finds one. */
export interface FoundRow extends LiveRow {
  mayCome: boolean
  isReminded: boolean
  isModerator: boolean
  /** The widest of those whom it is open to now. */
  widest: 'everyone' | 'followers' | 'plans' | null
  planId: string | null
  planName: string | null
  planPriceCents: number | null
  planCurrency: Currency | null
  /** Who may come; only for its owner. */
  audience: StepOnWire[] | null
  /** Of its picture, in bits a second; only for its owner. */
  bitrate: number | null
  /** The post it has become. */
  postId: string | null
  slug: string | null
  isPublished: boolean
}

const columns = sql`l.id, l.creator_id as "creatorId", c.user_id as "ownerId", c.handle, l.title, l.text,
  l.starts_at as "startsAt", l.state, l.audience_id as "audienceId", l.questions,
  l.anonymous_allowed as "anonymousAllowed", l.replay, l.live_at as "liveAt", l.ended_at as "endedAt",
  l.asked_count as asked, l.unshown_count as unshown, l.present_count as present, l.peak_count as peak,
  l.attended_count as attended, l.video, l.heard_at as "heardAt", l.lost_at as "lostAt",
  l.segment_count as segments, l.media_ms as "mediaMs", l.media_bytes::float8 as "mediaBytes", l.sequence`

/** The steps of the audience of `live_sessions l`, as they were set up. */
const stepsSql = sql`(select jsonb_agg(jsonb_build_object('reach', step.reach, 'isExact', step.is_exact,
    'fromAt', to_char(step.from_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'untilAt', to_char(step.until_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'planIds', array(select named.plan_id from audience_step_plans named
      where named.audience_id = step.audience_id and named.position = step.position order by named.plan_id))
    order by step.position)
  from audience_steps step where step.audience_id = l.audience_id)`

/** Of the last ten segments of `live_sessions l`. */
const bitrateSql = sql`(select (sum(part.bytes) * 8000 / sum(part.duration_ms))::integer from (
    select s.bytes, s.duration_ms from live_segments s where s.live_session_id = l.id order by s.seq desc limit 10) part)`

export type Finder = Reader & { viewerId: string | null }

/** `which`: a condition and order over `live_sessions l`. */
export function foundSql(reader: Finder, which: RawBuilder<unknown>): RawBuilder<FoundRow> {
  const place = { audienceId: sql`l.audience_id`, creatorId: sql`l.creator_id` }
  const { viewerId, now } = reader
  return sql<FoundRow>`with ${heldPlansSql(reader)}
    select ${columns}, entrance.may as "mayCome",
      exists (select from live_reminders r where r.live_session_id = l.id and r.user_id = ${viewerId}::uuid)
        as "isReminded",
      exists (select from moderators office where office.creator_id = l.creator_id and office.user_id = ${viewerId}::uuid)
        as "isModerator",
      (select case step.reach when 'everyone' then 'everyone' when 'followers' then 'followers' else 'plans' end
        from audience_steps step where step.audience_id = l.audience_id and ${isOpenSql(now)}
        order by case step.reach when 'everyone' then 0 when 'followers' then 1 else 2 end limit 1) as widest,
      case when c.user_id = ${viewerId}::uuid then ${stepsSql} end as audience,
      case when c.user_id = ${viewerId}::uuid then ${bitrateSql} end as bitrate,
      plan.id as "planId", plan.name as "planName", plan.price_cents as "planPriceCents",
      plan.currency as "planCurrency", p.id as "postId", p.slug,
      coalesce(post_is_published(p), false) as "isPublished"
    from live_sessions l join creators c on c.id = l.creator_id
      cross join lateral (select ${mayComeSql(reader)} as may) entrance
      left join lateral (${plansThatOpenSql(now, place)}) plan on plan.archived_at is null
      left join posts p on p.id = l.replay_post_id and p.deleted_at is null
    where ${isLivePageSql} and ${which}`
}

export function findLive(db: Db, reader: Finder, id: string): Promise<FoundRow | null> {
  return maybeOne(db, foundSql(reader, sql`l.id = ${id}`))
}

const COMING = sql`l.state in ('scheduled', 'open', 'live')`
const PAST = sql`l.state in ('ended', 'cancelled', 'missed')`

/** The next first, or of past ones the latest; those after one of them. */
export function listLive(
  db: Db,
  reader: Finder,
  given: { creatorId: string; part: 'coming' | 'past'; cursor: string | null; limit: number },
): Promise<FoundRow[]> {
  const { creatorId, part, cursor, limit } = given
  const isAfter =
    cursor === null
      ? sql`true`
      : sql`(l.starts_at, l.id) ${sql.raw(part === 'coming' ? '>' : '<')} (
          select seen.starts_at, seen.id from live_sessions seen where seen.id = ${cursor}::uuid)`
  const order = sql.raw(part === 'coming' ? 'l.starts_at, l.id' : 'l.starts_at desc, l.id desc')
  return many(
    db,
    foundSql(
      reader,
      sql`l.creator_id = ${creatorId} and ${part === 'coming' ? COMING : PAST} and ${isAfter}
        order by ${order} limit ${limit}`,
    ),
  )
}

const entranceOfLive = prepared<
  Pick<LiveRow, 'state' | 'startsAt' | 'liveAt' | 'heardAt'> & { mayCome: boolean; mustAccept: boolean },
  { id: string; viewerId: string | null; now: Date }
>(
  'entrance-of-live-session',
  (given) => sql`with ${heldPlansSql(given)}
    select ${mayComeSql(given)} as "mayCome", l.state, l.starts_at as "startsAt", l.live_at as "liveAt",
      l.heard_at as "heardAt", ${mustAcceptSql({ creatorId: sql`l.creator_id`, viewerId: given.viewerId })} as "mustAccept"
    from live_sessions l join creators c on c.id = l.creator_id where l.id = ${given.id} and ${isLivePageSql}`,
)

/** What decides over one person in one session; null: there is none. */
export function findEntrance(db: Db, given: { id: string; viewerId: string | null; now: Date }) {
  const { id, viewerId, now } = given
  return maybeOne(db, entranceOfLive({ id, viewerId, now }))
}

/** Which of these people may come. Few are asked about. */
export async function listComing(
  db: Db,
  { id, userIds, now }: { id: string; userIds: readonly string[]; now: Date },
): Promise<string[]> {
  const reader = { viewerId: sql`u.id`, now }
  const rows = await many(
    db,
    sql<{ id: string }>`select u.id from users u
      where u.id = any(${[...userIds]}::uuid[]) and u.erased_at is null and u.status <> 'suspended' and exists (
        with ${heldPlansSql(reader)} select from live_sessions l join creators c on c.id = l.creator_id
          where l.id = ${id} and ${isLivePageSql} and ${mayComeSql(reader)})`,
  )
  return rows.map((row) => row.id)
}

/** One session, whoever asks. */
export function findLiveFacts(db: Db, id: string): Promise<LiveRow | null> {
  return maybeOne(
    db,
    sql<LiveRow>`select ${columns} from live_sessions l join creators c on c.id = l.creator_id where l.id = ${id}`,
  )
}

/** The same, locked until the transaction ends. */
export function lockLive(db: Db, id: string): Promise<LiveRow | null> {
  return maybeOne(
    db,
    sql<LiveRow>`select ${columns} from live_sessions l join creators c on c.id = l.creator_id where l.id = ${id}
      for update of l`,
  )
}

/** Those of a page that streaming software may be meant for, the first to come first. */
export function lockLiveForSoftware(db: Db, creatorId: string): Promise<LiveRow[]> {
  return many(
    db,
    sql<LiveRow>`select ${columns} from live_sessions l join creators c on c.id = l.creator_id
      where l.creator_id = ${creatorId} and l.state in ('scheduled', 'open', 'live') and l.video = 'rtmp'
      order by l.starts_at, l.id limit ${LIVE_AHEAD_MAX} for update of l`,
  )
}

export interface LiveValues {
  title: string
  text: string
  startsAt: Date
  audienceId: string
  questions: LiveQuestions
  anonymousAllowed: boolean
  replay: LiveReplay
  video: LiveVideo
}

export async function findLiveByKey(db: Db, creatorId: string, clientKey: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{
      id: string
    }>`select id from live_sessions where creator_id = ${creatorId} and client_key = ${clientKey}`,
  )
  return row?.id ?? null
}

/** Changes of a page's sessions that depend on the others happen one after another. */
export async function lockLiveOf(db: Db, creatorId: string): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`live sessions of ${creatorId}`}, 0))`)
}

/** How many sessions a page has ahead, as far as that matters. */
export async function countAhead(db: Db, creatorId: string, limit: number): Promise<number> {
  const { count } = await one(
    db,
    sql<{ count: number }>`select count(*)::integer as count from (
      select from live_sessions l where l.creator_id = ${creatorId} and ${COMING} limit ${limit}) ahead`,
  )
  return count
}

export async function insertLive(
  db: Db,
  given: LiveValues & { id: string; creatorId: string; clientKey: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into live_sessions (id, creator_id, client_key, title, text, starts_at, audience_id, questions,
        anonymous_allowed, replay, video, created_at)
      values (${given.id}, ${given.creatorId}, ${given.clientKey}, ${given.title}, ${given.text}, ${given.startsAt},
        ${given.audienceId}, ${given.questions}, ${given.anonymousAllowed}, ${given.replay}, ${given.video}, ${given.now})`,
  )
}

export async function storeLive(
  db: Db,
  given: LiveValues & { id: string; state: LiveState; isMoved: boolean },
): Promise<void> {
  await run(
    db,
    sql`update live_sessions set title = ${given.title}, text = ${given.text}, starts_at = ${given.startsAt},
        audience_id = ${given.audienceId}, questions = ${given.questions},
        anonymous_allowed = ${given.anonymousAllowed}, replay = ${given.replay}, video = ${given.video},
        state = ${given.state}, sequence = sequence + ${given.isMoved ? 1 : 0}
      where id = ${given.id}`,
  )
}

export async function isAnyLive(db: Db, creatorId: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`select from live_sessions where creator_id = ${creatorId} and state = 'live'`,
  )
  return row !== null
}

export async function storeState(
  db: Db,
  id: string,
  given: { state: LiveState; liveAt: Date | null; endedAt: Date | null; reason: string | null },
): Promise<void> {
  await run(
    db,
    sql`update live_sessions set state = ${given.state}, live_at = ${given.liveAt}, ended_at = ${given.endedAt},
        ended_reason = ${given.reason}, sequence = sequence + ${given.state === 'cancelled' || given.state === 'missed' ? 1 : 0}
      where id = ${id}`,
  )
}
