import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { followPage } from '#contract/audiences/routes.ts'
import { actOnQuestion, askQuestion } from '#contract/live/question-routes.ts'
import {
  getLiveSession,
  moveLiveSession,
  remindOfLiveSession,
  scheduleLiveSession,
  updateLiveSession,
} from '#contract/live/routes.ts'
import type { LiveMove } from '#contract/live/rules.ts'
import { changeNotificationChoice } from '#contract/notifications/choice-routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { bellOf, ringsOf } from './testing.ts'

interface Person {
  id: string
  email: string
  as: TestSession
}

let app: TestApp
let asha: Person
let ravi: Person
let meera: Person
let pageHandle: string
let plan: Awaited<ReturnType<typeof aPlan>>
let number = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Ravi is a member, Meera only follows. */
beforeEach(async () => {
  number += 1
  pageHandle = `asha${number}`
  asha = await aPerson('Asha')
  ravi = await aPerson('Ravi')
  meera = await aPerson('Meera')
  const creator = await aCreator(app.db, asha.id, { handle: pageHandle, pageName: 'Asha Plays' })
  plan = await aPlan(app.db, creator.id)
  await aSubscription(app.db, ravi.id, plan)
  await app.call(followPage, { pageHandle }, { as: meera.as })
  await app.drain()
})

async function aPerson(name: string): Promise<Person> {
  const { id, email } = await aUser(app.db, { name, now: new Date(Date.now() - 30 * 86_400_000) })
  return { id, email, as: await aSession(app.db, app.platform, id) }
}

/** A session for members, or for everyone. */
function aForm(inHours: number, reach: 'plans' | 'everyone' = 'plans') {
  const planIds = reach === 'plans' ? [plan.id] : []
  return {
    title: 'The new record',
    text: '',
    startsAt: new Date(app.clock.now().getTime() + inHours * 3_600_000).toISOString(),
    audience: [{ reach, planIds, isExact: false, fromAt: null, untilAt: null }],
    questions: 'open' as const,
    anonymousAllowed: true,
    replay: 'none' as const,
  }
}

async function planSession(reach: 'plans' | 'everyone' = 'plans'): Promise<string> {
  const input = { clientKey: randomUUID(), ...aForm(24, reach) }
  const { body } = await app.call(scheduleLiveSession, input, { as: asha.as })
  await app.drain()
  return body.liveSessionId
}

async function move(liveSessionId: string, to: LiveMove): Promise<void> {
  await app.call(moveLiveSession, { liveSessionId, move: to }, { as: asha.as })
  await app.drain()
}

async function kindsFor({ as }: Person): Promise<string[]> {
  return (await ringsOf(app, as))
    .map(([kind]) => kind)
    .filter((kind) => kind.startsWith('live') || kind === 'question_answered')
}

test('a planned session is told to those who may come, in the bell and by mail with its time, and to nobody else', async () => {
  const id = await planSession()
  expect([await kindsFor(ravi), await kindsFor(meera), await kindsFor(asha)]).toEqual([
    ['live_scheduled'],
    [],
    [],
  ])
  const [notice] = await bellOf(app, ravi.as)
  expect(notice).toMatchObject({ path: `/${pageHandle}/live/${id}`, title: 'The new record' })
  const mail = (await app.mails(ravi.email)).find(
    ({ subject }) => subject === 'Asha Plays has planned a live session',
  )
  expect(mail?.text).toMatch(/The new record\. .*(?:UTC|GMT)/)
  expect((await app.mails(meera.email)).map(({ subject }) => subject)).not.toContain(mail?.subject)
})

test('who chose no mails about sessions has only the bell', async () => {
  await app.call(changeNotificationChoice, { topic: 'live', mail: 'off' }, { as: ravi.as })
  await planSession()
  expect(await kindsFor(ravi)).toEqual(['live_scheduled'])
  expect((await app.mails(ravi.email)).map(({ subject }) => subject)).not.toContain(
    'Asha Plays has planned a live session',
  )
})

test('the waiting room is told to who asked to be reminded, the start to everyone who may come, never by mail', async () => {
  const other = await aPerson('Dev')
  await aSubscription(app.db, other.id, plan)
  const liveSessionId = await planSession()
  await app.call(remindOfLiveSession, { liveSessionId }, { as: ravi.as })
  const before = (await app.mails(ravi.email)).length
  await move(liveSessionId, 'open')
  expect([await kindsFor(ravi), await kindsFor(other)]).toEqual([
    ['live_soon', 'live_scheduled'],
    ['live_scheduled'],
  ])
  await move(liveSessionId, 'start')
  expect([await kindsFor(ravi), await kindsFor(other)]).toEqual([
    ['live_started', 'live_soon', 'live_scheduled'],
    ['live_started', 'live_scheduled'],
  ])
  expect((await app.mails(ravi.email)).length).toBe(before)
})

async function mailedTo({ email }: Person, subject: string): Promise<string[]> {
  return (await app.mails(email)).filter((mail) => mail.subject === subject).map(({ text }) => text)
}

test('that nothing comes of it is told to whom it was announced and to who asked to be reminded, once, in the bell and by mail', async () => {
  const passerBy = await aPerson('Dev')
  const liveSessionId = await planSession('everyone')
  await app.call(remindOfLiveSession, { liveSessionId }, { as: ravi.as })
  await app.call(remindOfLiveSession, { liveSessionId }, { as: passerBy.as })
  await move(liveSessionId, 'cancel')
  expect(await kindsFor(ravi)).toEqual(['live_called_off', 'live_scheduled'])
  expect(await kindsFor(meera)).toEqual(['live_called_off', 'live_scheduled'])
  expect(await kindsFor(passerBy)).toEqual(['live_called_off'])
  const subject = 'Asha Plays has called off a live session'
  for (const person of [ravi, meera, passerBy])
    expect(await mailedTo(person, subject)).toEqual([expect.stringMatching(/The new record\. .*(?:UTC|GMT)/)])
  const { body } = await app.call(getLiveSession, { liveSessionId }, { as: ravi.as })
  expect([body.state, body.sequence]).toEqual(['cancelled', 1])
})

test('another time is told once for each change, to who chose to hear of sessions; another title is not', async () => {
  const liveSessionId = await planSession()
  await app.call(changeNotificationChoice, { topic: 'live', bell: true, mail: 'off' }, { as: ravi.as })
  const { as } = asha
  const same = (await app.call(getLiveSession, { liveSessionId }, { as })).body.startsAt
  await app.call(updateLiveSession, { liveSessionId, ...aForm(24), startsAt: same, title: 'Another' }, { as })
  await app.drain()
  expect(await kindsFor(ravi)).toEqual(['live_scheduled'])
  await app.call(updateLiveSession, { liveSessionId, ...aForm(48) }, { as })
  await app.drain()
  // Moved twice before anybody was told: the last time is told.
  await app.call(updateLiveSession, { liveSessionId, ...aForm(49) }, { as })
  await app.call(updateLiveSession, { liveSessionId, ...aForm(50) }, { as })
  await app.drain()
  const told = (await bellOf(app, ravi.as)).filter(({ kind }) => kind === 'live_moved')
  expect(told.map(({ count }) => count)).toEqual([2])
  expect(await kindsFor(meera)).toEqual([])
  expect(await mailedTo(ravi, 'Asha Plays has moved a live session to another time')).toEqual([])
  expect((await app.call(getLiveSession, { liveSessionId }, { as })).body.sequence).toBe(3)
})

test('who asked hears of the answer, in the bell and by mail', async () => {
  const liveSessionId = await planSession()
  await move(liveSessionId, 'open')
  const asked = { liveSessionId, clientKey: randomUUID(), body: 'How?', isAnonymous: true }
  const { body } = await app.call(askQuestion, asked, { as: ravi.as })
  await move(liveSessionId, 'start')
  const input = { questionId: body._id, act: 'answer' as const, answer: 'Slowly.' }
  await app.call(actOnQuestion, input, { as: asha.as })
  await app.drain()
  expect(await kindsFor(ravi)).toContain('question_answered')
  expect((await app.mails(ravi.email)).map(({ subject }) => subject)).toContain(
    'Asha Plays answered your question',
  )
})
