import * as z from 'zod/mini'

import {
  liveCalledOff,
  liveEnded,
  liveMoved,
  liveOpened,
  liveScheduled,
  liveStarted,
  questionAnswered,
} from '#server/domains/live/events.ts'
import {
  findLiveFacts,
  findQuestionFacts,
  type LiveRow,
  listComing,
  listReminded,
} from '#server/domains/live/service.ts'
import { userTopic } from '#server/domains/accounts/events.ts'
import { defineJob, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { publishEach } from '#server/platform/realtime/publish.ts'

import { BELL } from './notices.ts'
import { type News, notify, notifyAll } from './notify.ts'
import { listCandidates } from './telling-queries.ts'

/*
 * What people are told of live sessions: everyone who may come, and whoever asked for it, that one is planned, is at
 * another time or won't take place (by mail, too), and that it starts; who asked for it, that its waiting room is open; who
 * asked a question, that it was answered.
 */

/** People per transaction. */
const BATCH = 1000

const TOLD = z.object({
  liveSessionId: z.string(),
  /** The last person that was looked at. */
  after: z.nullable(z.string()),
  /** Of those moved, which time it is about: of one that was moved again only the last is told. */
  sequence: z.optional(z.number()),
})

type Kind = 'live_scheduled' | 'live_moved' | 'live_soon' | 'live_started' | 'live_called_off'

/** Whether it is still as it is told. */
function isStill(kind: Kind, { state, sequence }: LiveRow, asked: number | undefined): boolean {
  switch (kind) {
    case 'live_scheduled':
      return state === 'scheduled' || state === 'open'
    case 'live_moved':
      return (state === 'scheduled' || state === 'open') && sequence === asked
    case 'live_soon':
      return state === 'open'
    case 'live_started':
      return state === 'live'
    case 'live_called_off':
      return state === 'cancelled' || state === 'missed'
  }
}

/** The same occasion, whichever of the jobs tells somebody. */
function newsOf(kind: Kind, { id, creatorId, sequence }: LiveRow, now: Date): News {
  const groupKey = `${kind}:${id}`
  return {
    kind,
    groupKey,
    occasion: kind === 'live_moved' ? `${groupKey}:${sequence}` : groupKey,
    creatorId,
    now,
  }
}

/** Tells members and followers who may come. */
const tellOfLive = defineJob(
  {
    name: 'notifications.tell-of-live',
    payload: z.extend(TOLD, {
      kind: z.enum(['live_scheduled', 'live_moved', 'live_started', 'live_called_off']),
    }),
  },
  async (db, { after, ...told }, { now }) => {
    const { liveSessionId, kind, sequence } = told
    const session = await findLiveFacts(db, liveSessionId)
    if (!session || !isStill(kind, session, sequence)) return
    const { audienceId } = session
    const people = await listCandidates(db, { audienceId, after, limit: BATCH, now })
    await notifyAll(
      db,
      newsOf(kind, session, now),
      people.filter(({ mayRead }) => mayRead).map(({ id: userId }) => ({ userId, target: liveSessionId })),
    )
    const last = people.at(-1)
    if (last && people.length === BATCH) await enqueue(db, tellOfLive, { ...told, after: last.id })
  },
)

/** Tells those who wanted to be reminded and may still come: not all of them follow the page. */
const tellReminded = defineJob(
  {
    name: 'notifications.tell-reminded',
    payload: z.extend(TOLD, { kind: z.enum(['live_moved', 'live_soon', 'live_called_off']) }),
  },
  async (db, { after, ...told }, { now }) => {
    const { liveSessionId, kind, sequence } = told
    const session = await findLiveFacts(db, liveSessionId)
    if (!session || !isStill(kind, session, sequence)) return
    const userIds = await listReminded(db, { id: liveSessionId, after, limit: BATCH })
    const coming = await listComing(db, { id: liveSessionId, userIds, now })
    await notifyAll(
      db,
      newsOf(kind, session, now),
      coming.map((userId) => ({ userId, target: liveSessionId })),
    )
    const last = userIds.at(-1)
    if (last !== undefined && userIds.length === BATCH)
      await enqueue(db, tellReminded, { ...told, after: last })
  },
)

/** Tells the open pages of members and followers who may come that it went live, or is over, whatever they chose to hear of. */
const tellOpenPages = defineJob(
  { name: 'notifications.tell-open-pages-of-live', payload: TOLD },
  async (db, { liveSessionId, after }, { now }) => {
    const session = await findLiveFacts(db, liveSessionId)
    if (!session) return
    const people = await listCandidates(db, { audienceId: session.audienceId, after, limit: BATCH, now })
    const userIds = people.filter(({ mayRead }) => mayRead).map(({ id }) => id)
    await publishEach(db, userTopic, userIds, { name: 'live', data: {} })
    const last = people.at(-1)
    if (last && people.length === BATCH) await enqueue(db, tellOpenPages, { liveSessionId, after: last.id })
  },
)

export const liveNoticeJobs = [tellOfLive, tellReminded, tellOpenPages] as Job[]

export const liveNoticeReactions = [
  reactTo(liveScheduled, BELL, (db, { liveSessionId }) =>
    enqueue(db, tellOfLive, { liveSessionId, kind: 'live_scheduled', after: null }),
  ),
  reactTo(liveOpened, BELL, (db, { liveSessionId }) =>
    enqueue(db, tellReminded, { liveSessionId, kind: 'live_soon', after: null }),
  ),
  reactTo(liveStarted, BELL, async (db, { liveSessionId }) => {
    await enqueue(db, tellOpenPages, { liveSessionId, after: null })
    await enqueue(db, tellOfLive, { liveSessionId, kind: 'live_started', after: null })
  }),
  reactTo(liveEnded, BELL, (db, { liveSessionId }) =>
    enqueue(db, tellOpenPages, { liveSessionId, after: null }),
  ),
  reactTo(liveMoved, BELL, async (db, told) => {
    await enqueue(db, tellOfLive, { ...told, kind: 'live_moved', after: null })
    await enqueue(db, tellReminded, { ...told, kind: 'live_moved', after: null })
  }),
  reactTo(liveCalledOff, BELL, async (db, { liveSessionId }) => {
    await enqueue(db, tellOfLive, { liveSessionId, kind: 'live_called_off', after: null })
    await enqueue(db, tellReminded, { liveSessionId, kind: 'live_called_off', after: null })
  }),

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
