import * as z from 'zod/mini'

import { pollClosed } from '#server/domains/polls/events.ts'
import { findPollFacts, listPollReaders, listVoters } from '#server/domains/polls/service.ts'
import { defineJob, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { BELL } from './notices.ts'
import { notify, notifyAll } from './notify.ts'

/** Voters per transaction. */
const BATCH = 1000

/** Tells those who voted, and may still see the poll, that it is closed; a thousand at a time, each of them once. */
const tellVoters = defineJob(
  {
    name: 'notifications.tell-voters',
    payload: z.object({
      pollId: z.string(),
      /** The last person that was looked at. */
      after: z.nullable(z.string()),
    }),
  },
  async (db, { pollId, after }, { now }) => {
    const poll = await findPollFacts(db, pollId)
    if (!poll) return
    const { ownerId, creatorId, placeId: target } = poll
    const userIds = await listVoters(db, { pollId, ownerId, after, limit: BATCH })
    const readers = await listPollReaders(db, poll, { userIds, now })
    await notifyAll(
      db,
      { kind: 'vote_ended', groupKey: `voted:${pollId}`, occasion: `vote-ended:${pollId}`, creatorId, now },
      readers.map((userId) => ({ userId, target })),
    )
    const last = userIds.at(-1)
    if (last !== undefined && userIds.length === BATCH) await enqueue(db, tellVoters, { pollId, after: last })
  },
)

export const pollNoticeJobs = [tellVoters] as Job[]

/** The page's owner hears that a poll is closed in the bell alone; those who voted, as they chose. */
export const pollNoticeReactions = [
  reactTo(pollClosed, BELL, async (db, { pollId }, { now }) => {
    const poll = await findPollFacts(db, pollId)
    if (!poll || poll.placeId === null) return
    await notify(db, {
      userId: poll.ownerId,
      kind: 'poll_closed',
      groupKey: `poll:${pollId}`,
      occasion: `poll-closed:${pollId}`,
      creatorId: poll.creatorId,
      target: poll.placeId,
      now,
    })
    await enqueue(db, tellVoters, { pollId, after: null })
  }),
] as EventReaction[]
