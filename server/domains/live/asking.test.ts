import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { mutePerson, updateModeration } from '#contract/moderation/routes.ts'
import * as contract from '#contract/live/question-routes.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aLiveSession, questionDesk } from './testing.ts'

const MINUTE_MS = 60_000

let app: TestApp
let desk: Awaited<ReturnType<typeof questionDesk>>
let number = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  number += 1
  desk = await questionDesk(app, `asha${number}`)
})

describe('asking', () => {
  test('is once a minute, and the same question sent twice is one', async () => {
    const id = await desk.aLive()
    const { as } = await desk.aPerson()
    const input = { liveSessionId: id, clientKey: randomUUID(), body: 'Once?', isAnonymous: false }
    const [first, again] = [
      await app.call(contract.askQuestion, input, { as }),
      await app.call(contract.askQuestion, input, { as }),
    ]
    expect(again.body._id).toBe(first.body._id)
    const hasty = await desk.ask(id, as)
    expect([hasty.status, hasty.failure.code]).toEqual([429, 'question_pace'])
    await app.clock.advance(app.db, MINUTE_MS)
    expect((await desk.ask(id, as)).status).toBe(200)
  })

  test('ends with five questions that wait, until one is answered or withdrawn', async () => {
    const id = await desk.aLive()
    const { as } = await desk.aPerson()
    for (let count = 0; count < 5; count += 1) {
      await desk.ask(id, as)
      await app.clock.advance(app.db, MINUTE_MS)
    }
    expect((await desk.ask(id, as)).failure.code).toBe('too_many_questions')
    const [first, second] = await desk.list(id, as)
    await desk.act(first?._id ?? '', 'answer', { answer: 'Slowly.' })
    expect((await desk.ask(id, as)).status).toBe(200)
    await app.clock.advance(app.db, MINUTE_MS)
    await app.call(contract.withdrawQuestion, { questionId: second?._id ?? '' }, { as })
    expect((await desk.ask(id, as)).status).toBe(200)
    expect(await desk.countsFor(id, as)).toEqual([6, 0])
  })

  test.each([
    ['nothing', '  ', 422],
    ['300 characters', 'x'.repeat(300), 200],
    ['301 characters', 'x'.repeat(301), 422],
  ])('%s is a length that decides', async (_, body, status) => {
    const { as } = await desk.aPerson()
    expect((await desk.ask(await desk.aLive(), as, body)).status).toBe(status)
  })

  test('is for the waiting room and the session itself, where questions are on', async () => {
    const { as } = await desk.aPerson()
    const { id: ahead } = await aLiveSession(app.db, desk.creatorId, { now: app.clock.now() })
    expect((await desk.ask(ahead, as)).failure.code).toBe('wrong_state')
    expect((await desk.ask(await desk.aLive({ isWaiting: true }), as)).status).toBe(200)
    const { as: asOther } = await desk.aPerson()
    expect((await desk.ask(await desk.aLive({ questions: 'off' }), asOther)).failure.code).toBe(
      'questions_off',
    )
  })

  test('follows the rules of the chat: who is muted asks nothing, and words are held or refused', async () => {
    const id = await desk.aLive()
    const muted = await desk.aPerson()
    const mute = { userId: muted.id, minutes: null, channelId: null, hidePast: false }
    await app.call(mutePerson, { pageHandle: desk.pageHandle, ...mute }, { as: desk.owner.as })
    expect((await desk.ask(id, muted.as)).failure.code).toBe('may_not_write')
    const words = [
      { phrase: 'lottery', act: 'refuse' as const },
      { phrase: 'politics', act: 'hold' as const },
    ]
    const order = { commentsFrom: 'readers' as const, planIds: [], linksFrom: 'everyone' as const }
    const settings = { ...order, holdFirst: false, autoHide: true, slowSeconds: 0, words }
    expect(
      (await app.call(updateModeration, { pageHandle: desk.pageHandle, ...settings }, { as: desk.owner.as }))
        .status,
    ).toBe(200)
    const { as } = await desk.aPerson()
    expect((await desk.ask(id, as, 'Win the lottery?')).failure.code).toBe('word_refused')
    expect((await desk.ask(id, as, 'And politics?')).body.state).toBe('held')
  })
})
