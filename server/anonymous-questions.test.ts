import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { blockUser, unblockUser } from '#contract/accounts/block-routes.ts'
import * as contract from '#contract/live/question-routes.ts'
import { QUESTION_PARTS } from '#contract/live/rules.ts'
import { addModerator, getModeration, updateModeration } from '#contract/moderation/routes.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { reinstate, suspend } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { questionDesk } from '#server/domains/live/testing.ts'

import { type EventStream, openEventStream, type StreamEvent } from './testing/event-stream.ts'
import { startTestApp, type TestApp, type TestSession } from './testing/test-app.ts'

/* What is anonymous depends on its author for nobody but its author. */

let app: TestApp
let desk: Awaited<ReturnType<typeof questionDesk>>
let asker: { id: string; as: TestSession }
let viewer: { id: string; as: TestSession }
let number = 0
const open: EventStream[] = []

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  for (const stream of open) await stream.close()
  await app.close()
})
beforeEach(async () => {
  number += 1
  desk = await questionDesk(app, `asha${number}`)
  asker = await desk.aPerson('Ravi')
  viewer = await desk.aPerson('Meera')
})

async function anAnonymous(liveSessionId: string, body: string): Promise<string> {
  const { status, body: question } = await desk.ask(liveSessionId, asker.as, body, true)
  expect(status).toBe(200)
  await app.clock.advance(app.db, 61_000)
  return question._id
}

/** Everything that somebody is shown of a session's questions, in every list, and the counts. */
async function shownTo(liveSessionId: string, as: TestSession): Promise<string> {
  const lists = []
  for (const part of QUESTION_PARTS)
    for (const limit of [1, 50]) {
      const input = { liveSessionId, part, limit }
      const { status, body } = await app.call(contract.listQuestions, input, { as })
      lists.push({ part, status, body: status === 200 ? body : null })
    }
  return JSON.stringify({ lists, counts: await desk.countsFor(liveSessionId, as) })
}

describe('an anonymous question stays as it is for everybody', () => {
  let liveSessionId: string
  let waiting: string

  beforeEach(async () => {
    liveSessionId = await desk.aLive()
    const taken = await anAnonymous(liveSessionId, 'The taken one')
    const answered = await anAnonymous(liveSessionId, 'The answered one')
    waiting = await anAnonymous(liveSessionId, 'The waiting one')
    await desk.act(taken, 'take')
    await desk.act(answered, 'answer', { answer: 'Slowly.' })
  })

  const CAUSES: Record<string, () => Promise<unknown>> = {
    'the viewer blocks its asker': () => app.call(blockUser, { userId: asker.id }, { as: viewer.as }),
    'its asker blocks the viewer': () => app.call(blockUser, { userId: viewer.id }, { as: asker.as }),
    'the creator blocks its asker': () => app.call(blockUser, { userId: asker.id }, { as: desk.owner.as }),
    'its asker blocks the creator': () => app.call(blockUser, { userId: desk.owner.id }, { as: asker.as }),
    'its asker is suspended': () => suspend(app.db, app.platform, asker.id),
    'its asker was suspended and is back': async () => {
      await suspend(app.db, app.platform, asker.id)
      await reinstate(app.db, app.platform, asker.id)
    },
    'a block is taken back': async () => {
      await app.call(blockUser, { userId: asker.id }, { as: viewer.as })
      await app.call(unblockUser, { userId: asker.id }, { as: viewer.as })
    },
  }

  test.each(Object.keys(CAUSES))('when %s', async (cause) => {
    const people = [viewer.as, desk.owner.as]
    const before = [await shownTo(liveSessionId, viewer.as), await shownTo(liveSessionId, desk.owner.as)]
    expect(before[0]).toContain('The waiting one')
    await CAUSES[cause]?.()
    await app.drain()
    const after = []
    for (const as of people) after.push(await shownTo(liveSessionId, as))
    expect(after).toEqual(before)
    // It is voted for as before, too.
    const voted = await app.call(contract.voteForQuestion, { questionId: waiting }, { as: viewer.as })
    expect([voted.status, voted.body.votes]).toEqual([200, 1])
  })
})

async function listen(as: TestSession, liveSessionId: string): Promise<EventStream> {
  const cookieName = sessionCookieName(app.platform.config.publicUrl)
  const stream = await openEventStream(app.baseUrl, as, cookieName, { topics: `live:${liveSessionId}` })
  open.push(stream)
  return stream
}

/** What a stream is told of questions, until the one that ends the test. */
async function heardUntil(stream: EventStream, lastBody: string): Promise<string[]> {
  const heard: string[] = []
  for (;;) {
    const event: StreamEvent | null = await stream.next()
    if (!event) throw new Error('The stream ended')
    if (!event.name.startsWith('question')) continue
    const data = event.data as { votes?: number; question?: { body: string; state: string } | null }
    if (data.question?.body === lastBody) return heard
    heard.push(`${event.name} ${data.question?.body ?? ''} ${data.question?.state ?? data.votes ?? 'gone'}`)
  }
}

test('who blocked its asker hears of it like everybody else: asked, voted for, taken, answered, taken back', async () => {
  const liveSessionId = await desk.aLive()
  const other = await desk.aPerson('Dev')
  await app.call(blockUser, { userId: asker.id }, { as: viewer.as })
  const streams = [await listen(viewer.as, liveSessionId), await listen(other.as, liveSessionId)]
  const questionId = await anAnonymous(liveSessionId, 'A shy one?')
  await app.call(contract.voteForQuestion, { questionId }, { as: other.as })
  await app.clock.advance(app.db, 2000)
  await app.drain()
  await desk.act(questionId, 'take')
  await desk.act(questionId, 'answer', { answer: 'Slowly.' })
  const second = await anAnonymous(liveSessionId, 'Another?')
  await app.call(contract.withdrawQuestion, { questionId: second }, { as: asker.as })
  await desk.ask(liveSessionId, desk.owner.as, 'The end')
  const [blocker = [], everybody = []] = await Promise.all(
    streams.map((stream) => heardUntil(stream, 'The end')),
  )
  expect(everybody).toEqual([
    'question A shy one? open',
    'question.votes  1',
    'question A shy one? taken',
    'question A shy one? answered',
    'question Another? open',
    'question  gone',
  ])
  expect(blocker).toEqual(everybody)
})

describe('whether an anonymous question is held doesn’t tell who asked', () => {
  test('where questions are moderated, a moderator’s and the creator’s are held as well', async () => {
    const liveSessionId = await desk.aLive({ questions: 'moderated' })
    await app.call(addModerator, { pageHandle: desk.pageHandle, userId: viewer.id }, { as: desk.owner.as })
    for (const { as } of [asker, viewer, desk.owner])
      expect((await desk.ask(liveSessionId, as, 'Who asked?', true)).body.state).toBe('held')
  })

  test('where newcomers’ first words are held, those of people who are known are held as well', async () => {
    const liveSessionId = await desk.aLive()
    await aMessage(app.db, liveSessionId, viewer.id, { body: 'Hello', now: app.clock.now() })
    const { pageHandle, owner } = desk
    const { body } = await app.call(getModeration, { pageHandle }, { as: owner.as })
    await app.call(updateModeration, { ...body, pageHandle, holdFirst: true }, { as: owner.as })
    expect((await desk.ask(liveSessionId, viewer.as, 'Known, and named')).body.state).toBe('open')
    await app.clock.advance(app.db, 61_000)
    for (const { as } of [asker, viewer, desk.owner])
      expect((await desk.ask(liveSessionId, as, 'Who asked?', true)).body.state).toBe('held')
  })
})
