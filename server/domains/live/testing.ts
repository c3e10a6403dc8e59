import { randomUUID } from 'node:crypto'

import type { LiveVideo } from '#contract/live/broadcast-rules.ts'
import * as contract from '#contract/live/question-routes.ts'
import { getLiveSession, moveLiveSession } from '#contract/live/routes.ts'
import type { LiveQuestions, LiveReplay, QUESTION_PARTS, QuestionAct } from '#contract/live/rules.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { audienceOfPlan, type StepOnWire } from '#server/domains/audiences/service.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestApp, TestSession } from '#server/testing/test-app.ts'

import { insertBroadcast } from './broadcasts/broadcast-queries.ts'
import { countQuestions, insertQuestion } from './question-queries.ts'
import { scheduleLive } from './service.ts'

/** A session that begins in an hour, for everyone with an account unless a plan or an audience is given. */
export async function aLiveSession(
  db: Db,
  creatorId: string,
  given: {
    title?: string
    text?: string
    startsAt?: Date
    planId?: string
    audience?: readonly StepOnWire[]
    questions?: LiveQuestions
    anonymousAllowed?: boolean
    replay?: LiveReplay
    video?: LiveVideo
    now?: Date
  } = {},
): Promise<{ id: string }> {
  const { title = 'Ask me anything', planId = null, now = new Date() } = given
  const { text = '', startsAt = new Date(now.getTime() + 3_600_000) } = given
  const { questions = 'open', anonymousAllowed = true, replay = 'none', video = 'none' } = given
  const audience = given.audience ?? audienceOfPlan(planId)
  const form = {
    title,
    text,
    startsAt: startsAt.toISOString(),
    audience,
    questions,
    anonymousAllowed,
    replay,
    video,
  }
  return {
    id: await db
      .transaction()
      .execute((inside) => scheduleLive(inside, { creatorId, clientKey: newId(now), form }, now)),
  }
}

/** A question that everyone sees, however fast it is asked. */
export async function aQuestion(
  db: Db,
  liveSessionId: string,
  askerId: string,
  given: {
    body?: string
    isAnonymous?: boolean
    state?: 'held' | 'open' | 'taken' | 'answered' | 'declined'
    now?: Date
  } = {},
): Promise<{ id: string }> {
  const { body = 'How do you begin?', isAnonymous = false, state = 'open', now = new Date() } = given
  const id = newId(now)
  await insertQuestion(db, {
    id,
    liveSessionId,
    askerId,
    clientKey: newId(now),
    isAnonymous,
    body,
    state,
    now,
  })
  const isUnshown = state === 'held' || state === 'declined'
  await countQuestions(db, liveSessionId, { asked: 1, unshown: isUnshown ? 1 : 0 })
  return { id }
}

/** A line from a browser, over which nothing came yet. */
export async function aBroadcast(db: Db, liveSessionId: string, now = new Date()): Promise<{ id: string }> {
  const id = newId(now)
  const picture = { mime: 'video/mp4; codecs="avc1.42c01f,mp4a.40.2"', width: 1280, height: 720 }
  await insertBroadcast(db, { ...picture, id, liveSessionId, clientKey: newId(now), kind: 'browser', now })
  return { id }
}

const DAY_MS = 86_400_000

/** A page of its own, with a hand on the questions of its live sessions. */
export async function questionDesk(app: TestApp, pageHandle: string) {
  async function aPerson(name = 'Ravi'): Promise<{ id: string; as: TestSession }> {
    const { id } = await aUser(app.db, { name, now: new Date(app.clock.now().getTime() - 30 * DAY_MS) })
    return { id, as: await aSession(app.db, app.platform, id) }
  }

  const owner = await aPerson('Asha')
  const creatorId = (await aCreator(app.db, owner.id, { handle: pageHandle })).id

  function ask(liveSessionId: string, as: TestSession, body = 'How do you begin?', isAnonymous = false) {
    const input = { liveSessionId, clientKey: randomUUID(), body, isAnonymous }
    return app.call(contract.askQuestion, input, { as })
  }

  return {
    pageHandle,
    owner,
    creatorId,
    aPerson,
    ask,

    /** A session that is live, unless it only waits. */
    async aLive(given: Parameters<typeof aLiveSession>[2] & { isWaiting?: boolean } = {}): Promise<string> {
      const { isWaiting = false, ...session } = given
      const planned = { now: app.clock.now(), ...session }
      const { id: liveSessionId } = await aLiveSession(app.db, creatorId, planned)
      await app.call(moveLiveSession, { liveSessionId, move: 'open' }, { as: owner.as })
      if (!isWaiting) await app.call(moveLiveSession, { liveSessionId, move: 'start' }, { as: owner.as })
      return liveSessionId
    },

    async asked(liveSessionId: string, as: TestSession, body?: string): Promise<string> {
      return (await ask(liveSessionId, as, body)).body._id
    },

    async list(liveSessionId: string, as: TestSession, part: (typeof QUESTION_PARTS)[number] = 'waiting') {
      return (await app.call(contract.listQuestions, { liveSessionId, part }, { as })).body.questions
    },

    async act(
      questionId: string,
      done: QuestionAct,
      given: { answer?: string; reason?: string; as?: TestSession } = {},
    ): Promise<string> {
      const { as = owner.as, ...rest } = given
      const input = { questionId, act: done, ...rest }
      const { status, failure } = await app.call(contract.actOnQuestion, input, { as })
      return status === 200 ? 'ok' : failure.code
    },

    /** How many were asked, and how many of them are not shown. */
    async countsFor(liveSessionId: string, as: TestSession): Promise<[number, number]> {
      const { asked, unshown } = (await app.call(getLiveSession, { liveSessionId }, { as })).body
      return [asked, unshown]
    },
  }
}
