import type { RawBuilder } from 'kysely'

import type { PollTotals } from '#contract/polls/events.ts'
import { isKeptApartSql } from '#server/domains/accounts/service.ts'
import { maySeeSql } from '#server/domains/audiences/service.ts'
import { heldPlansSql } from '#server/domains/subscriptions/service.ts'
import { type Db, many, maybeOne, one, prepared, run, sql } from '#server/platform/db/query.ts'

export interface Voter {
  /** Its audience has them. */
  isReached: boolean
  /** What they hold on the page; null: no plan. */
  planId: string | null
}

const voterOfPoll = prepared<Voter, { pollId: string; viewerId: string | null; now: Date }>(
  'voter-of-poll',
  (given) => sql<Voter>`with ${heldPlansSql(given)}
    select ${maySeeSql(given, {
      audienceId: sql`p.voters_audience_id`,
      creatorId: sql`p.creator_id`,
      ownerId: sql`c.user_id`,
    })} as "isReached",
      (select own.id from held own where own.creator_id = p.creator_id order by own.rank desc limit 1) as "planId"
    from polls p join creators c on c.id = p.creator_id where p.id = ${given.pollId}`,
)

export function getVoter(
  db: Db,
  { pollId, viewerId, now }: { pollId: string; viewerId: string | null; now: Date },
): Promise<Voter> {
  return one(db, voterOfPoll({ pollId, viewerId, now }))
}

export interface VoteRow {
  id: string
  options: number[]
  weight: number
  votedAt: Date
}

export function findVote(db: Db, pollId: string, userId: string): Promise<VoteRow | null> {
  return maybeOne(
    db,
    sql<VoteRow>`select id, options, weight, voted_at as "votedAt" from poll_votes
      where poll_id = ${pollId} and user_id = ${userId}`,
  )
}

/** Keeps a poll from being changed or closed until the vote is in. */
export async function lockOpen(db: Db, id: string): Promise<void> {
  await run(db, sql`select from polls where id = ${id} for key share`)
}

interface GivenVote {
  id: string
  pollId: string
  userId: string
  options: readonly number[]
  planId: string | null
  weight: number
  now: Date
}

/** Returns whether it is in: one who voted already has one vote, which is left as it is. */
export async function insertVote(db: Db, given: GivenVote): Promise<boolean> {
  const inserted = await run(
    db,
    sql`insert into poll_votes (id, poll_id, user_id, options, plan_id, weight, voted_at)
      values (${given.id}, ${given.pollId}, ${given.userId}, ${[...given.options]}::smallint[], ${given.planId},
        ${given.weight}, ${given.now})
      on conflict (poll_id, user_id) do nothing`,
  )
  return inserted > 0
}

export async function updateVote(db: Db, given: GivenVote): Promise<void> {
  await run(
    db,
    sql`update poll_votes set options = ${[...given.options]}::smallint[], plan_id = ${given.planId},
        weight = ${given.weight}, voted_at = ${given.now}
      where poll_id = ${given.pollId} and user_id = ${given.userId}`,
  )
}

export async function deleteVote(db: Db, pollId: string, userId: string): Promise<number> {
  return run(db, sql`delete from poll_votes where poll_id = ${pollId} and user_id = ${userId}`)
}

/**
 * Takes the votes back that somebody gave with a plan of a page which they no longer hold, in polls that are open. Secret
 * votes stay: whoever refunds somebody would see which total falls. Returns the polls.
 */
export async function deleteVotesOfLostPlans(
  db: Db,
  { userId, creatorId, now }: { userId: string; creatorId: string; now: Date },
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ pollId: string }>`with ${heldPlansSql({ viewerId: userId, now }, creatorId)},
      still_open as (
        select p.id from polls p join poll_votes mine on mine.poll_id = p.id and mine.user_id = ${userId}
        where p.creator_id = ${creatorId} and p.closed_at is null and p.secrecy <> 'secret'
          and (p.closes_at is null or p.closes_at > ${now}::timestamptz)
        order by p.id for key share of p)
      delete from poll_votes v using still_open
      where v.poll_id = still_open.id and v.user_id = ${userId} and v.plan_id is not null
        and not exists (select from held where held.id = v.plan_id)
      returning v.poll_id as "pollId"`,
  )
  return rows.map(({ pollId }) => pollId)
}

/** Of the rows that stand for people, and not for an option. */
const PERSON = -1

interface CountedRow {
  option: number
  votes: number
  weight: number
}

/** The votes of a poll, counted by one query: a row for each option, and one for the people. */
export function totalsOfPollSql(pollId: string): RawBuilder<CountedRow> {
  return sql<CountedRow>`select option, count(*)::integer as votes, sum(weight)::integer as weight from (
      select unnest(options || ${sql.raw(String(PERSON))}::smallint) as option, weight from poll_votes
      where poll_id = ${pollId}) counted
    group by option`
}

export async function countVotes(db: Db, pollId: string, optionCount: number): Promise<PollTotals> {
  const rows = new Map((await many(db, totalsOfPollSql(pollId))).map((row) => [row.option, row]))
  const people = rows.get(PERSON)
  return {
    voters: people?.votes ?? 0,
    weight: people?.weight ?? 0,
    options: Array.from({ length: optionCount }, (_, index) => ({
      votes: rows.get(index)?.votes ?? 0,
      weight: rows.get(index)?.weight ?? 0,
    })),
  }
}

export interface NamedVoteRow extends VoteRow {
  /** null: a former member. */
  userId: string | null
  name: string | null
  profileImage: string | null
  planName: string | null
}

/** The latest first; none of people who are kept apart from the viewer, if there is one. */
export function listVoteRows(
  db: Db,
  given: { pollId: string; viewerId: string | null; beforeId: string | null; limit: number },
): Promise<NamedVoteRow[]> {
  return many(
    db,
    sql<NamedVoteRow>`select v.id, v.user_id as "userId", v.options, v.weight, v.voted_at as "votedAt", u.name,
        u.profile_image as "profileImage", pl.name as "planName"
      from poll_votes v left join users u on u.id = v.user_id and u.erased_at is null
        left join plans pl on pl.id = v.plan_id
      where v.poll_id = ${given.pollId} and (${given.beforeId}::uuid is null or v.id < ${given.beforeId}::uuid)
        and not ${isKeptApartSql(sql`${given.viewerId}::uuid`, sql`v.user_id`)}
      order by v.id desc limit ${given.limit}`,
  )
}

/**
 * Who voted, by their ids after one of them; but former members, and people who are kept apart from `ownerId`.
 */
export async function listVoters(
  db: Db,
  given: { pollId: string; ownerId: string; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ userId: string }>`select v.user_id as "userId" from poll_votes v
      where v.poll_id = ${given.pollId} and v.user_id is not null
        and (${given.after}::uuid is null or v.user_id > ${given.after}::uuid)
        and not ${isKeptApartSql(sql`${given.ownerId}`, sql`v.user_id`)}
      order by v.user_id limit ${given.limit}`,
  )
  return rows.map(({ userId }) => userId)
}

/** The first vote fixes what a poll asks. */
export async function noteFirstVote(db: Db, pollId: string, now: Date): Promise<void> {
  await run(db, sql`update polls set first_voted_at = ${now} where id = ${pollId} and first_voted_at is null`)
}
