import { pollFailures } from '#contract/polls/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'

import { type Asker, getSeenPoll, isClosed, type SeenPoll, weightOf, whyNotVote } from './access.ts'
import { tellTotalsSoon } from './tell.ts'
import {
  deleteVote,
  findVote,
  getVoter,
  insertVote,
  lockOpen,
  noteFirstVote,
  updateVote,
  type VoteRow,
} from './vote-queries.ts'

/**
 * Votes, or votes again; the same vote once more changes nothing. The right and the weight are those of this moment.
 * Throws `poll_not_found`, `poll_not_open`, `poll_closed`, `may_not_vote`, `poll_changed`, `choices_wrong`, `vote_final`.
 */
export async function castVote(
  db: Db,
  asker: Asker & { viewerId: string },
  { options, revision }: { options: readonly number[]; revision?: number | undefined },
): Promise<void> {
  const { pollId, viewerId: userId, now } = asker
  const seen = await getOpenPoll(db, asker)
  const voter = await getVoter(db, asker)
  const why = whyNotVote(seen, voter, userId)
  if (why !== null) throw new Failure(pollFailures.may_not_vote, { params: { why } })
  const { row } = seen
  // The places of its options may be others than the voter saw.
  if (revision !== undefined && revision !== row.revision) throw new Failure(pollFailures.poll_changed)
  const chosen = [...new Set(options)].toSorted((one, other) => one - other)
  if (
    chosen.length < row.choicesMin ||
    chosen.length > row.choicesMax ||
    chosen.some((option) => option >= row.options.length)
  )
    throw new Failure(pollFailures.choices_wrong)
  const weight = weightOf(row, voter.planId)
  const vote = { id: newId(now), pollId, userId, options: chosen, planId: voter.planId, weight, now }
  if (!(await insertVote(db, vote))) {
    const before = await findVote(db, pollId, userId)
    if (before && isSameChoice(before, chosen)) return
    if (!row.mayChange) throw new Failure(pollFailures.vote_final)
    await updateVote(db, vote)
  }
  if (row.firstVotedAt === null) await noteFirstVote(db, pollId, now)
  await tellTotalsSoon(db, pollId)
}

/** Throws `poll_not_found`, `poll_closed`, `vote_final`. */
export async function takeVoteBack(db: Db, asker: Asker & { viewerId: string }): Promise<void> {
  await getSeenPoll(db, asker)
  const before = await findVote(db, asker.pollId, asker.viewerId)
  if (!before) return
  const seen = await getOpenPoll(db, asker)
  if (!seen.row.mayChange) throw new Failure(pollFailures.vote_final)
  await deleteVote(db, asker.pollId, asker.viewerId)
  await tellTotalsSoon(db, asker.pollId)
}

/**
 * Read once the poll is kept from being changed and closed: what is chosen is among the options that it still has, and a
 * vote that comes in now is counted.
 */
async function getOpenPoll(db: Db, asker: Asker): Promise<SeenPoll> {
  await lockOpen(db, asker.pollId)
  const seen = await getSeenPoll(db, asker)
  if (isClosed(seen.row, asker.now)) throw new Failure(pollFailures.poll_closed)
  if (seen.row.openedAt === null) throw new Failure(pollFailures.poll_not_open)
  return seen
}

function isSameChoice({ options }: VoteRow, chosen: readonly number[]): boolean {
  return options.length === chosen.length && options.every((option, index) => option === chosen[index])
}
