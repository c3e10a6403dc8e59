import { randomUUID } from 'node:crypto'

import type { PollForm } from '#contract/polls/poll.ts'
import * as contract from '#contract/polls/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { type Db, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestApp, TestSession } from '#server/testing/test-app.ts'

import { findPoll, type PollRow } from './queries.ts'
import { attachPolls, openPolls, writePoll } from './service.ts'
import { insertVote, noteFirstVote } from './vote-queries.ts'

export const FORM: PollForm = {
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

/** A page whose polls hang on something that everybody reads, and what people do with them. */
export async function pollDesk(app: TestApp, aReadablePost: (creatorId: string) => Promise<{ id: string }>) {
  async function aPerson(name = 'Ravi Menon') {
    const { id } = await aUser(app.db, { name })
    return { id, as: await aSession(app.db, app.platform, id) }
  }
  const owner = await aPerson('Asha Rao')
  const page = await aCreator(app.db, owner.id)
  const { id: postId } = await aReadablePost(page.id)
  const look = async (pollId: string, as = owner.as) =>
    (await app.call(contract.getPoll, { pollId }, { as })).body
  return {
    aPerson,
    owner,
    page,
    look,
    open: async (given: Partial<PollForm> = {}) =>
      (await aPoll(app.db, page, { postId, now: app.clock.now(), ...given })).id,
    cast: (pollId: string, options: number[], as: TestSession) =>
      app.call(contract.vote, { pollId, options }, { as }),
    counts: async (pollId: string) => (await look(pollId)).options.map(({ votes }) => votes),
  }
}
