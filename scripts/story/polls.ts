import { aPoll, addPollToPost, addVotes } from '#server/domains/polls/testing.ts'
import type { Platform } from '#server/platform/platform.ts'

import type { StoryPoll } from './story-page.ts'

const DAY_MINUTES = 1440

/** Hangs a poll below the text of a published post, with the votes of some readers. */
export async function addStoryPoll(
  { database: { db } }: Platform,
  { question, options, votes, endsAfterDays }: StoryPoll,
  at: { id: string; userId: string; postId: string; readerIds: readonly string[]; now: Date },
): Promise<void> {
  const { postId, now } = at
  const { id } = await aPoll(db, at, {
    postId,
    now,
    question,
    options: [...options],
    minutes: endsAfterDays * DAY_MINUTES,
    results: 'always',
    secrecy: 'creator',
  })
  await addPollToPost(db, { postId, pollId: id })
  await addVotes(db, id, { userIds: at.readerIds, votes, now })
}
