import { randomUUID } from 'node:crypto'

import type { PollForm } from '#contract/polls/poll.ts'
import { type Db, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'

import { findPoll, type PollRow } from './queries.ts'
import { attachPolls, openPolls, writePoll } from './service.ts'
import { insertVote, noteFirstVote } from './vote-queries.ts'

const FORM: PollForm = {
  question: 'Which song next?',
  options: ['The river', 'The lamp', 'The long way home'],
  choicesMin: 1,
  choicesMax: 1,
  minutes: 1440,
  voters: { reach: 'everyone', planIds: [] },
  results: 'always',
  secrecy: 'creator',
  mayChange: true,
  weights: [],
}

/** A poll of a page, open in a post of its own if one is given. */
export async function aPoll(
  db: Db,
  page: { id: string; userId: string },
  given: Partial<PollForm> & { postId?: string; now?: Date } = {},
): Promise<PollRow> {
  const { postId, now = new Date(), ...form } = given
  const written = {
    creatorId: page.id,
    authorId: page.userId,
    clientKey: randomUUID(),
    form: { ...FORM, ...form },
    now,
  }
  const id = await writePoll(db, written)
  if (postId !== undefined) {
    const place = { kind: 'post', placeId: postId } as const
    await attachPolls(db, { ...place, ids: [id], creatorId: page.id })
    await openPolls(db, { ...place, now })
  }
  const row = await findPoll(db, id)
  if (!row) throw new Error('A poll was written and is not there')
  return row
}

/** Puts a poll below the text of a post that was made without it. */
export async function addPollToPost(
  db: Db,
  { postId, pollId }: { postId: string; pollId: string },
): Promise<void> {
  const figure = `<figure data-poll="${pollId}"></figure>`
  await run(
    db,
    sql`update posts set html = html || ${figure},
        excerpt_html = case when excerpt_html is null then null else excerpt_html || ${figure} end
      where id = ${postId}`,
  )
}

/** Votes of these people: so many of them for each option, in their order. */
export async function addVotes(
  db: Db,
  pollId: string,
  { userIds, votes, now }: { userIds: readonly string[]; votes: readonly number[]; now: Date },
): Promise<void> {
  const choices = votes.flatMap((count, option) => Array.from({ length: count }, () => option))
  for (const [index, userId] of userIds.slice(0, choices.length).entries())
    await insertVote(db, {
      id: newId(now),
      pollId,
      userId,
      options: [choices[index] ?? 0],
      planId: null,
      weight: 1,
      now,
    })
  await noteFirstVote(db, pollId, now)
}
