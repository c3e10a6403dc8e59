import { randomUUID } from 'node:crypto'

import type { PollForm } from '#contract/polls/poll.ts'
import type { Db } from '#server/platform/db/query.ts'

import { findPoll, type PollRow } from './queries.ts'
import { attachPolls, openPolls, writePoll } from './service.ts'

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
