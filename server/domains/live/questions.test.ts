import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import * as contract from '#contract/live/question-routes.ts'
import { moveLiveSession } from '#contract/live/routes.ts'
import { addModerator } from '#contract/moderation/routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { accountErased } from '#server/domains/accounts/events.ts'
import { aSession } from '#server/domains/accounts/testing.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { questionDesk } from './testing.ts'

const DAY_MS = 86_400_000

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

describe('a question', () => {
  test('stands by whether it is taken, then by votes, then by age', async () => {
    const id = await desk.aLive()
    const ids = []
    for (const body of ['First', 'Second', 'Third', 'Fourth'])
      ids.push(await desk.asked(id, (await desk.aPerson()).as, body))
    const [, second = '', third = '', fourth = ''] = ids
    for (const as of [(await desk.aPerson()).as, (await desk.aPerson()).as])
      await app.call(contract.voteForQuestion, { questionId: third }, { as })
    const { as } = await desk.aPerson()
    await app.call(contract.voteForQuestion, { questionId: second }, { as })
    await desk.act(fourth, 'take')
    expect((await desk.list(id, as)).map(({ body, votes, hasVoted }) => [body, votes, hasVoted])).toEqual([
      ['Fourth', 0, false],
      ['Third', 2, false],
      ['Second', 1, true],
      ['First', 0, false],
    ])
  })

  test('is listed a part at a time, without a gap or a repeat', async () => {
    const id = await desk.aLive()
    for (const body of ['First', 'Second', 'Third']) await desk.asked(id, (await desk.aPerson()).as, body)
    const input = { liveSessionId: id, part: 'waiting' as const, limit: 2 }
    const { body } = await app.call(contract.listQuestions, input, { as: desk.owner.as })
    const cursor = body.cursor ?? ''
    const rest = await app.call(contract.listQuestions, { ...input, cursor }, { as: desk.owner.as })
    expect([...body.questions, ...rest.body.questions].map((each) => each.body)).toEqual([
      'First',
      'Second',
      'Third',
    ])
    expect(rest.body.cursor).toBeNull()
  })

  test('has one vote a person, however often they press at once, and gives it back', async () => {
    const id = await desk.aLive()
    const questionId = await desk.asked(id, (await desk.aPerson()).as)
    const { as } = await desk.aPerson()
    await Promise.all(
      Array.from({ length: 5 }, () => app.call(contract.voteForQuestion, { questionId }, { as })),
    )
    expect((await desk.list(id, as)).map(({ votes }) => votes)).toEqual([1])
    const back = await app.call(contract.takeQuestionVoteBack, { questionId }, { as })
    expect([back.body.votes, back.body.hasVoted]).toEqual([0, false])
    await app.call(moveLiveSession, { liveSessionId: id, move: 'end' }, { as: desk.owner.as })
    const late = await app.call(contract.voteForQuestion, { questionId }, { as })
    expect(late.failure.code).toBe('wrong_state')
  })

  test('that is anonymous names its asker to nobody, the creator included', async () => {
    const id = await desk.aLive()
    const { as, id: askerId } = await desk.aPerson('Ravi Kumar')
    expect((await desk.ask(id, as, 'A shy one?', true)).body).toMatchObject({ isOwn: true, asker: null })
    const told = await app.call(
      contract.listQuestions,
      { liveSessionId: id, part: 'waiting' },
      { as: desk.owner.as },
    )
    expect(JSON.stringify(told.body)).not.toContain(askerId)
    expect(JSON.stringify(told.body)).not.toContain('Ravi')
    const other = await desk.aPerson()
    const refused = await desk.ask(
      await desk.aLive({ anonymousAllowed: false, isWaiting: true }),
      other.as,
      'May I?',
      true,
    )
    expect(refused.failure.code).toBe('anonymous_off')
  })

  test('is held where questions are moderated: its asker sees that, everyone how many', async () => {
    const id = await desk.aLive({ questions: 'moderated' })
    const [asker, other, moderator] = [await desk.aPerson(), await desk.aPerson(), await desk.aPerson()]
    await app.call(addModerator, { pageHandle: desk.pageHandle, userId: moderator.id }, { as: desk.owner.as })
    const questionId = await desk.asked(id, asker.as)
    expect([await desk.list(id, other.as), await desk.countsFor(id, other.as)]).toEqual([[], [1, 1]])
    expect((await desk.list(id, asker.as, 'own')).map(({ state }) => state)).toEqual(['held'])
    const refused = await app.call(
      contract.listQuestions,
      { liveSessionId: id, part: 'held' },
      { as: other.as },
    )
    expect(refused.status).toBe(404)
    expect((await desk.list(id, moderator.as, 'held')).map(({ _id }) => _id)).toEqual([questionId])
    expect(await desk.act(questionId, 'approve', { as: other.as })).toBe('question_not_found')
    expect(await desk.act(questionId, 'approve', { as: moderator.as })).toBe('ok')
    expect([(await desk.list(id, other.as)).length, await desk.countsFor(id, other.as)]).toEqual([1, [1, 0]])
    // What its creator asks needs nobody's approval.
    expect((await desk.ask(id, desk.owner.as)).body.state).toBe('open')
  })

  test('is declined with a reason that only its asker and moderators read', async () => {
    const id = await desk.aLive()
    const [asker, other] = [await desk.aPerson(), await desk.aPerson()]
    const questionId = await desk.asked(id, asker.as)
    expect(await desk.act(questionId, 'decline', { reason: 'Asked last week' })).toBe('ok')
    expect(await desk.list(id, other.as)).toEqual([])
    expect((await desk.list(id, asker.as, 'own')).map(({ state, reason }) => [state, reason])).toEqual([
      ['declined', 'Asked last week'],
    ])
    expect(await desk.countsFor(id, other.as)).toEqual([1, 1])
    const vote = await app.call(contract.voteForQuestion, { questionId }, { as: other.as })
    expect(vote.failure.code).toBe('question_not_found')
  })

  test('is taken back by its asker alone, until it is answered', async () => {
    const id = await desk.aLive()
    const [asker, other] = [await desk.aPerson(), await desk.aPerson()]
    const questionId = await desk.asked(id, asker.as)
    const withdraw = (as: TestSession) => app.call(contract.withdrawQuestion, { questionId }, { as })
    expect((await withdraw(other.as)).failure.code).toBe('question_not_found')
    await desk.act(questionId, 'answer', { answer: 'Slowly.' })
    expect((await withdraw(asker.as)).failure.code).toBe('wrong_state')
  })

  test('is unseen between people who are kept apart', async () => {
    const id = await desk.aLive()
    const [asker, other] = [await desk.aPerson(), await desk.aPerson()]
    await desk.asked(id, asker.as)
    await app.call(blockUser, { userId: asker.id }, { as: other.as })
    expect(await desk.list(id, other.as)).toEqual([])
  })

  test('is answered aloud while it is live, and in writing for fourteen days after', async () => {
    const id = await desk.aLive()
    const [first, second, third, fourth] = [
      await desk.aPerson(),
      await desk.aPerson(),
      await desk.aPerson(),
      await desk.aPerson(),
    ]
    const aloud = await desk.asked(id, first.as)
    const taken = await desk.asked(id, second.as)
    const open = await desk.asked(id, third.as)
    const late = await desk.asked(id, fourth.as)
    expect(await desk.act(aloud, 'answer')).toBe('ok')
    expect(await desk.act(taken, 'take')).toBe('ok')
    await app.call(moveLiveSession, { liveSessionId: id, move: 'end' }, { as: desk.owner.as })
    // What was taken has been answered.
    expect((await desk.list(id, desk.owner.as, 'answered')).map(({ _id }) => _id)).toEqual([aloud, taken])
    expect(await desk.act(open, 'answer')).toBe('answer_required')
    expect(await desk.act(open, 'take')).toBe('wrong_state')
    expect(await desk.act(open, 'answer', { answer: 'With a walk.' })).toBe('ok')
    await app.clock.advance(app.db, 14 * DAY_MS)
    const as = await aSession(app.db, app.platform, desk.owner.id)
    expect(await desk.act(late, 'answer', { answer: 'Too late.', as })).toBe('wrong_state')
  })
})

test('who leaves takes their words along, and an export has what they asked', async () => {
  const id = await desk.aLive({ questions: 'moderated' })
  const { as, id: userId } = await desk.aPerson()
  await desk.ask(id, as, 'What about my own?')
  const takeout = await app.call(exportOwnData, {}, { as })
  expect(takeout.body.questions).toMatchObject([
    { page: desk.pageHandle, session: 'Ask me anything', body: 'What about my own?', state: 'held' },
  ])
  await app.db
    .transaction()
    .execute((db) => emit(db, accountErased, { userId, pictureKey: null }, app.clock.now()))
  await app.drain()
  expect(await desk.list(id, desk.owner.as, 'held')).toEqual([])
})
