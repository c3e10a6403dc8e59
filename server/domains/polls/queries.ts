import type { PollTotals } from '#contract/polls/events.ts'
import type { PollResults, PollSecrecy } from '#contract/polls/rules.ts'
import type { Reach } from '#contract/audiences/reach.ts'
import { isLivePageSql } from '#server/domains/accounts/service.ts'
import { type Db, many, maybeOne, prepared, run, sql } from '#server/platform/db/query.ts'

import type { PlaceKind } from './gates.ts'

export interface PollRow {
  id: string
  creatorId: string
  ownerId: string
  handle: string
  /** The page is there for others. */
  isLive: boolean
  authorId: string
  revision: number
  question: string
  options: string[]
  /** Media, in the order of the options; null: one has none. */
  pictures: (string | null)[]
  choicesMin: number
  choicesMax: number
  minutes: number | null
  votersAudienceId: string
  reach: Reach
  planIds: string[]
  planNames: string[]
  results: PollResults
  secrecy: PollSecrecy
  mayChange: boolean
  weights: { planId: string; planName: string; weight: number }[]
  placeKind: PlaceKind | null
  placeId: string | null
  openedAt: Date | null
  closesAt: Date | null
  firstVotedAt: Date | null
  closedAt: Date | null
  result: PollTotals | null
}

const columns = sql`p.id, p.creator_id as "creatorId", c.user_id as "ownerId", c.handle, ${isLivePageSql} as "isLive",
  p.author_id as "authorId", p.revision, p.question,
  array(select o.text from poll_options o where o.poll_id = p.id order by o.position) as options,
  array(select o.media_id from poll_options o where o.poll_id = p.id order by o.position) as pictures,
  p.choices_min as "choicesMin", p.choices_max as "choicesMax", p.minutes,
  p.voters_audience_id as "votersAudienceId",
  (select step.reach from audience_steps step where step.audience_id = p.voters_audience_id limit 1) as reach,
  array(select named.plan_id from audience_step_plans named where named.audience_id = p.voters_audience_id) as "planIds",
  array(select pl.name from audience_step_plans named join plans pl on pl.id = named.plan_id
    where named.audience_id = p.voters_audience_id order by pl.price_cents, pl.id) as "planNames",
  p.results, p.secrecy, p.may_change as "mayChange",
  coalesce((select jsonb_agg(jsonb_build_object('planId', w.plan_id, 'planName', pl.name, 'weight', w.weight)
      order by pl.price_cents, pl.id)
    from poll_weights w join plans pl on pl.id = w.plan_id where w.poll_id = p.id), '[]') as weights,
  p.place_kind as "placeKind", p.place_id as "placeId", p.opened_at as "openedAt", p.closes_at as "closesAt",
  p.first_voted_at as "firstVotedAt", p.closed_at as "closedAt", p.result`

const pollById = prepared<PollRow, { id: string }>(
  'poll-by-id',
  ({ id }) =>
    sql<PollRow>`select ${columns} from polls p join creators c on c.id = p.creator_id where p.id = ${id}`,
)

export function findPoll(db: Db, id: string): Promise<PollRow | null> {
  return maybeOne(db, pollById({ id }))
}

export async function findPollByKey(db: Db, authorId: string, clientKey: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select id from polls where author_id = ${authorId} and client_key = ${clientKey}`,
  )
  return row?.id ?? null
}

export async function findPollOfMedium(db: Db, mediaId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select poll_id as id from poll_options where media_id = ${mediaId}`,
  )
  return row?.id ?? null
}

/** Whoever changes, opens or closes it waits until those who are voting are done. */
export async function lockPoll(db: Db, id: string): Promise<void> {
  await run(db, sql`select from polls where id = ${id} for update`)
}

/** What a poll is written with. */
export interface PollValues {
  question: string
  options: readonly string[]
  pictures: readonly (string | null)[]
  choicesMin: number
  choicesMax: number
  minutes: number | null
  votersAudienceId: string
  results: PollResults
  secrecy: PollSecrecy
  mayChange: boolean
  weights: readonly { planId: string; weight: number }[]
}

/** Returns whether it is new: another with its key is left as it is. */
export async function insertPoll(
  db: Db,
  given: PollValues & { id: string; creatorId: string; authorId: string; clientKey: string; now: Date },
): Promise<boolean> {
  const inserted = await run(
    db,
    sql`insert into polls (id, creator_id, author_id, client_key, question, choices_min, choices_max, minutes,
        voters_audience_id, results, secrecy, may_change, created_at)
      values (${given.id}, ${given.creatorId}, ${given.authorId}, ${given.clientKey}, ${given.question},
        ${given.choicesMin}, ${given.choicesMax}, ${given.minutes}, ${given.votersAudienceId}, ${given.results},
        ${given.secrecy}, ${given.mayChange}, ${given.now})
      on conflict (author_id, client_key) do nothing`,
  )
  if (inserted === 0) return false
  await insertParts(db, given.id, given)
  return true
}

/** Call with the poll locked. */
export async function storePoll(db: Db, id: string, given: PollValues): Promise<void> {
  await run(
    db,
    sql`update polls set revision = revision + 1, question = ${given.question}, choices_min = ${given.choicesMin},
        choices_max = ${given.choicesMax}, voters_audience_id = ${given.votersAudienceId},
        results = ${given.results}, secrecy = ${given.secrecy}, may_change = ${given.mayChange}
      where id = ${id}`,
  )
  await storeMinutes(db, id, given.minutes)
  await run(db, sql`delete from poll_options where poll_id = ${id}`)
  await run(db, sql`delete from poll_weights where poll_id = ${id}`)
  await insertParts(db, id, given)
}

/** How long it is open, counted from when it opened. */
export async function storeMinutes(db: Db, id: string, minutes: number | null): Promise<void> {
  await run(
    db,
    sql`update polls set minutes = ${minutes}::integer, closes_at = opened_at + make_interval(mins => ${minutes}::integer)
      where id = ${id}`,
  )
}

async function insertParts(db: Db, id: string, { options, pictures, weights }: PollValues): Promise<void> {
  await run(
    db,
    sql`insert into poll_options (poll_id, position, text, media_id)
      select ${id}, place - 1, text, media_id
      from unnest(${[...options]}::text[], ${options.map((_, index) => pictures[index] ?? null)}::uuid[])
        with ordinality given (text, media_id, place)`,
  )
  const given = weights.filter(({ weight }) => weight !== 1)
  if (given.length > 0)
    await run(
      db,
      sql`insert into poll_weights (poll_id, plan_id, weight)
        select ${id}, plan_id, weight from unnest(${given.map(({ planId }) => planId)}::uuid[],
          ${given.map(({ weight }) => weight)}::smallint[]) given (plan_id, weight)`,
    )
}

/** Hangs polls of a page somewhere, unless they hang elsewhere. Returns how many are there. */
export async function placePolls(
  db: Db,
  given: { ids: readonly string[]; creatorId: string; kind: PlaceKind; placeId: string },
): Promise<number> {
  return run(
    db,
    sql`update polls set place_kind = ${given.kind}, place_id = ${given.placeId}
      where id = any(${[...given.ids]}::uuid[]) and creator_id = ${given.creatorId}
        and (place_id is null or (place_kind = ${given.kind} and place_id = ${given.placeId}))`,
  )
}

/** Their place is out: from now on people may vote. */
export async function storeOpened(
  db: Db,
  { kind, placeId, now }: { kind: PlaceKind; placeId: string; now: Date },
): Promise<void> {
  await run(
    db,
    sql`update polls set opened_at = ${now}::timestamptz,
        closes_at = ${now}::timestamptz + make_interval(mins => minutes)
      where place_id = ${placeId} and place_kind = ${kind} and opened_at is null and closed_at is null`,
  )
}

export async function storeClosed(
  db: Db,
  id: string,
  { closedAt, result }: { closedAt: Date; result: PollTotals },
): Promise<void> {
  await run(
    db,
    sql`update polls set closed_at = ${closedAt}, result = ${JSON.stringify(result)}::jsonb where id = ${id}`,
  )
}

export function listDue(db: Db, now: Date, limit: number): Promise<{ id: string }[]> {
  return many(
    db,
    sql<{ id: string }>`select id from polls where closed_at is null and closes_at <= ${now}
      order by closes_at limit ${limit}`,
  )
}

export function listUnclosedOf(db: Db, creatorId: string): Promise<{ id: string }[]> {
  return many(
    db,
    sql<{
      id: string
    }>`select id from polls where creator_id = ${creatorId} and closed_at is null order by id`,
  )
}
