import { pollFailures } from '#contract/polls/failures.ts'
import type { PollForm } from '#contract/polls/poll.ts'
import { POLLS_PER_POST } from '#contract/polls/rules.ts'
import { planFailures } from '#contract/plans/failures.ts'
import { keepAudience } from '#server/domains/audiences/service.ts'
import { getOfferedPlan } from '#server/domains/plans/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'

import { isClosed, seesResults } from './access.ts'
import { gateOf, type PlaceKind } from './gates.ts'
import { attachPictures, discardPictures } from './pictures.ts'
import {
  findPoll,
  findPollByKey,
  insertPoll,
  lockPoll,
  placePolls,
  type PollRow,
  type PollValues,
  storeMinutes,
  storeOpened,
  storePoll,
} from './queries.ts'
import { tellTotalsSoon } from './tell.ts'

export { closePoll } from './close.ts'
export { type PollGate, registerPollGate } from './gates.ts'
export { findPoll as findPollFacts } from './queries.ts'
export { mayReadPollMedium } from './pictures.ts'
export { listVoters } from './vote-queries.ts'

/** Writes a poll, or answers the one with its key. Throws `plan_not_found`, and what is wrong with its pictures. */
export async function writePoll(
  db: Db,
  given: { creatorId: string; authorId: string; clientKey: string; form: PollForm; now: Date },
): Promise<string> {
  const { creatorId, authorId, clientKey, form, now } = given
  const known = await findPollByKey(db, authorId, clientKey)
  if (known !== null) return known
  const id = newId(now)
  const values = await valuesOf(db, creatorId, form, now)
  await attachPictures(db, { authorId, pictures: values.pictures, before: [], now })
  if (await insertPoll(db, { ...values, id, creatorId, authorId, clientKey, now })) return id
  return (await findPollByKey(db, authorId, clientKey)) ?? id
}

async function valuesOf(db: Db, creatorId: string, form: PollForm, now: Date): Promise<PollValues> {
  const { voters, ...rest } = form
  const weights = [...new Map(form.weights.map((each) => [each.planId, each])).values()]
  for (const { planId } of weights) {
    const plan = await getOfferedPlan(db, planId)
    if (plan.creatorId !== creatorId) throw new Failure(planFailures.plan_not_found)
  }
  const step = { ...voters, isExact: false, fromAt: null, untilAt: null }
  const pictures = rest.options.map((_, index) => rest.pictures?.[index] ?? null)
  return { ...rest, pictures, weights, votersAudienceId: await keepAudience(db, creatorId, [step], now) }
}

/**
 * Changes a poll. From the first vote on only how long it is open. Throws `poll_not_found`, `poll_closed`, `poll_fixed`,
 * `plan_not_found`, and what is wrong with its pictures.
 */
export async function changePoll(
  db: Db,
  { id, viewerId, form, now }: { id: string; viewerId: string; form: PollForm; now: Date },
): Promise<void> {
  await lockPoll(db, id)
  const row = await findPoll(db, id)
  if (!row) throw new Failure(pollFailures.poll_not_found)
  if (isClosed(row, now)) throw new Failure(pollFailures.poll_closed)
  if (isSame(row, form)) await storeMinutes(db, id, form.minutes)
  else if (row.firstVotedAt !== null) throw new Failure(pollFailures.poll_fixed)
  else {
    const values = await valuesOf(db, row.creatorId, form, now)
    const { pictures } = values
    await attachPictures(db, { authorId: viewerId, pictures, before: row.pictures, now })
    await storePoll(db, id, values)
    await discardPictures(db, { pictures, before: row.pictures })
  }
  await tellTotalsSoon(db, id)
}

/** Whether a form says the same as the poll, but for its end. */
function isSame(row: PollRow, form: PollForm): boolean {
  const weighed = (weights: PollForm['weights']) =>
    weights
      .filter(({ weight }) => weight !== 1)
      .map(({ planId, weight }) => `${planId} ${weight}`)
      .toSorted()
  const of = (values: Omit<PollForm, 'minutes'>) =>
    JSON.stringify([
      values.question,
      values.options,
      values.options.map((_, index) => values.pictures?.[index] ?? null),
      values.choicesMin,
      values.choicesMax,
      values.voters.reach,
      values.voters.planIds.toSorted(),
      values.results,
      values.secrecy,
      values.mayChange,
      weighed(values.weights),
    ])
  return of({ ...row, voters: { reach: row.reach, planIds: row.planIds } }) === of(form)
}

interface Place {
  kind: PlaceKind
  placeId: string
}

/**
 * Hangs polls of a page on a post or a message. Throws `poll_not_found` for another page's and for those that hang
 * elsewhere, `too_many_polls`.
 */
export async function attachPolls(
  db: Db,
  given: Place & { ids: readonly string[]; creatorId: string },
): Promise<void> {
  const ids = [...new Set(given.ids)]
  if (ids.length === 0) return
  if (ids.length > POLLS_PER_POST) throw new Failure(pollFailures.too_many_polls)
  if ((await placePolls(db, { ...given, ids })) !== ids.length) throw new Failure(pollFailures.poll_not_found)
}

/** The place is out, so its polls are open; those that were open already stay as they are. */
export function openPolls(db: Db, place: Place & { now: Date }): Promise<void> {
  return storeOpened(db, place)
}

/** Which of these people may still see a poll where it hangs; of one that hangs nowhere, nobody. */
export async function listPollReaders(
  db: Db,
  { id, placeKind, placeId }: Pick<PollRow, 'id' | 'placeKind' | 'placeId'>,
  asked: { userIds: readonly string[]; now: Date },
): Promise<string[]> {
  if (placeKind === null || placeId === null || asked.userIds.length === 0) return []
  return gateOf(placeKind).listReaders(db, { placeId, pollId: id, ...asked })
}

/** Whether everyone sees what was voted in a poll that is closed. */
export function seesPollResults(row: PollRow): boolean {
  return row.closedAt !== null && seesResults(row, { viewerId: null, hasVoted: false, now: row.closedAt })
}
