import * as z from 'zod/mini'

import {
  liveCalledOff,
  liveOpened,
  liveScheduled,
  liveStarted,
  questionAnswered,
} from '#server/domains/live/events.ts'
import { findLiveFacts, findQuestionFacts, listComing, listReminded } from '#server/domains/live/service.ts'
import { defineJob, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { BELL } from './notices.ts'
import { notify, notifyAll } from './notify.ts'
import { listCandidates } from './telling-queries.ts'

/*
 * What people are told of live sessions: everyone who may come, that one is planned (by mail, too) and that it starts; who
 * asked for it, that its waiting room is open or that it won't take place; who asked a question, that it was answered.
 */

/** People per transaction. */
const BATCH = 1000

const TOLD = z.object({
  liveSessionId: z.string(),
  /** The last person that was looked at. */
  after: z.nullable(z.string()),
})

/** Tells members and followers who may come that a session is planned, or that it has started. */
const tellOfLive = defineJob(
  {
    name: 'notifications.tell-of-live',
    payload: z.extend(TOLD, { kind: z.enum(['live_scheduled', 'live_started']) }),
  },
  async (db, { liveSessionId, kind, after }, { now }) => {
    const session = await findLiveFacts(db, liveSessionId)
    const isStill =
      kind === 'live_started'
        ? session?.state === 'live'
        : session?.state === 'scheduled' || session?.state === 'open'
    if (!session || !isStill) return
    const { audienceId, creatorId } = session
    const people = await listCandidates(db, { audienceId, after, limit: BATCH, now })
    await notifyAll(
      db,
      { kind, groupKey: `${kind}:${liveSessionId}`, occasion: `${kind}:${liveSessionId}`, creatorId, now },
      people.filter(({ mayRead }) => mayRead).map(({ id: userId }) => ({ userId, target: liveSessionId })),
    )
    const last = people.at(-1)
    if (last && people.length === BATCH)
      await enqueue(db, tellOfLive, { liveSessionId, kind, after: last.id })
  },
)

/** Tells those who wanted to be reminded, and may still come, that the waiting room is open, or that nothing comes of it. */
const tellReminded = defineJob(
  {
    name: 'notifications.tell-reminded',
    payload: z.extend(TOLD, { kind: z.enum(['live_soon', 'live_called_off']) }),
  },
  async (db, { liveSessionId, kind, after }, { now }) => {
    const session = await findLiveFacts(db, liveSessionId)
    if (!session || (kind === 'live_soon' && session.state !== 'open')) return
    const userIds = await listReminded(db, { id: liveSessionId, after, limit: BATCH })
    const coming = await listComing(db, { id: liveSessionId, userIds, now })
    const { creatorId } = session
    await notifyAll(
      db,
      { kind, groupKey: `${kind}:${liveSessionId}`, occasion: `${kind}:${liveSessionId}`, creatorId, now },
      coming.map((userId) => ({ userId, target: liveSessionId })),
    )
    const last = userIds.at(-1)
    if (last !== undefined && userIds.length === BATCH)
      await enqueue(db, tellReminded, { liveSessionId, kind, after: last })
  },
)

export const liveNoticeJobs = [tellOfLive, tellReminded] as Job[]

export const liveNoticeReactions = [
  reactTo(liveScheduled, BELL, (db, { liveSessionId }) =>
    enqueue(db, tellOfLive, { liveSessionId, kind: 'live_scheduled', after: null }),
  ),
  reactTo(liveOpened, BELL, (db, { liveSessionId }) =>
    enqueue(db, tellReminded, { liveSessionId, kind: 'live_soon', after: null }),
  ),
  reactTo(liveStarted, BELL, (db, { liveSessionId }) =>
    enqueue(db, tellOfLive, { liveSessionId, kind: 'live_started', after: null }),
  ),
  reactTo(liveCalledOff, BELL, (db, { liveSessionId }) =>
    enqueue(db, tellReminded, { liveSessionId, kind: 'live_called_off', after: null }),
  ),

  reactTo(questionAnswered, BELL, async (db, { questionId }, { now }) => {
    const question = await findQuestionFacts(db, questionId)
    if (question?.state !== 'answered') return
    const { askerId, liveSessionId, creatorId } = question
    if ((await listComing(db, { id: liveSessionId, userIds: [askerId], now })).length === 0) return
    await notify(db, {
      userId: askerId,
      kind: 'question_answered',
      groupKey: `answered:${liveSessionId}`,
      occasion: `answered:${questionId}`,
      creatorId,
      target: liveSessionId,
      now,
    })
  }),
] as EventReaction[]
