import * as z from 'zod/mini'

import type { PollEvent } from '#contract/polls/events.ts'
import { defineEvent } from '#server/platform/jobs/events.ts'
import { defineTopic } from '#server/platform/realtime/topic.ts'

import { findSeenPoll } from './access.ts'

/** What is heard while a poll is looked at. */
export const pollTopic = defineTopic<PollEvent>(
  'poll',
  async (db, viewer, id, now) => (await findSeenPoll(db, { pollId: id, viewerId: viewer.id, now })) !== null,
  { holdsContent: true },
)

/** A poll was closed, by hand or by time, and its result is kept. */
export const pollClosed = defineEvent('polls.closed', z.object({ pollId: z.string() }))
