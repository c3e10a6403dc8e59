import { pollFailures } from '#contract/polls/failures.ts'
import type { NoVote } from '#contract/polls/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { gateOf, NOTHING, type Standing } from './gates.ts'
import { findPoll, type PollRow } from './queries.ts'
import type { Voter } from './vote-queries.ts'

export interface Asker {
  pollId: string
  viewerId: string | null
  now: Date
}

export interface SeenPoll {
  row: PollRow
  standing: Standing
}

/** A poll as far as somebody, or a visitor, may see it; null: for them there is none. */
export async function findSeenPoll(db: Db, { pollId, viewerId, now }: Asker): Promise<SeenPoll | null> {
  const row = await findPoll(db, pollId)
  if (!row) return null
  const { placeKind, placeId } = row
  // What hangs nowhere yet is in its author's hands.
  if (placeKind === null || placeId === null)
    return mayManage(row, viewerId) ? { row, standing: { ...NOTHING, mayRead: true } } : null
  const standing = await gateOf(placeKind).findStanding(db, { placeId, pollId, viewerId, now })
  // The owner's own posts are theirs before they are out.
  return standing.mayRead || row.ownerId === viewerId ? { row, standing } : null
}

/** Throws `poll_not_found`. */
export async function getSeenPoll(db: Db, asker: Asker): Promise<SeenPoll> {
  const seen = await findSeenPoll(db, asker)
  if (!seen) throw new Failure(pollFailures.poll_not_found)
  return seen
}

/** Whether somebody may change and close a poll: the page's owner, and the moderator who asked it. */
export function mayManage({ ownerId, authorId }: PollRow, viewerId: string | null): boolean {
  return viewerId !== null && (ownerId === viewerId || authorId === viewerId)
}

/** For those who may change it; for others it can't be found. Throws `poll_not_found`. */
export async function getManagedPoll(db: Db, asker: Asker): Promise<PollRow> {
  const { row } = await getSeenPoll(db, asker)
  if (!mayManage(row, asker.viewerId)) throw new Failure(pollFailures.poll_not_found)
  return row
}

/** By the clock, whenever the job that keeps the result comes. */
export function isClosed({ closedAt, closesAt }: Pick<PollRow, 'closedAt' | 'closesAt'>, now: Date): boolean {
  return closedAt !== null || (closesAt !== null && closesAt <= now)
}

/** Why somebody may not vote while a poll is open; null: they may. */
export function whyNotVote(
  { row, standing }: SeenPoll,
  voter: Voter,
  viewerId: string | null,
): NoVote | null {
  if (viewerId === null) return 'signed_out'
  if (row.ownerId === viewerId) return 'owner'
  if (standing.isBlocked) return 'blocked'
  if (voter.isReached || row.reach === 'everyone') return null
  return row.reach
}

/** How often the vote of somebody with that plan counts. */
export function weightOf({ weights }: Pick<PollRow, 'weights'>, planId: string | null): number {
  return weights.find((each) => each.planId === planId)?.weight ?? 1
}

/** Whether somebody sees what was voted: managers always do. */
export function seesResults(
  row: PollRow,
  { viewerId, hasVoted, now }: { viewerId: string | null; hasVoted: boolean; now: Date },
): boolean {
  if (mayManage(row, viewerId) || row.results === 'always') return true
  if (row.results === 'owner') return false
  return isClosed(row, now) || (row.results === 'after_vote' && hasVoted)
}

/** Whether somebody learns who voted for what. The names behind a poll for the creator aren't a moderator's. */
export function seesNames(
  row: PollRow,
  asked: { viewerId: string | null; hasVoted: boolean; now: Date },
): boolean {
  if (row.secrecy === 'secret' || asked.viewerId === null) return false
  if (row.ownerId === asked.viewerId) return true
  return row.secrecy === 'everyone' && seesResults(row, asked)
}
