import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as channels from '#contract/channels/routes.ts'
import { creatorDetails } from '#contract/creators/routes.ts'
import type { LiveState } from '#contract/live/rules.ts'
import * as contract from '#contract/live/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { getCreatorByHandle } from '#server/domains/creators/service.ts'
import { pageClosed } from '#server/domains/subscriptions/events.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { countAttendance, moveDueSessions } from './due-job.ts'
import { aLiveSession } from './testing.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const EVERYONE = [{ reach: 'everyone' as const, planIds: [], isExact: false, fromAt: null, untilAt: null }]

let app: TestApp
let creatorId: string
let pageHandle: string
let asOwner: TestSession
let asMember: TestSession
let number = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  number += 1
  pageHandle = `asha${number}`
  const now = app.clock.now()
  const owner = await aUser(app.db, { name: 'Asha', now: new Date(now.getTime() - 30 * 24 * HOUR_MS) })
  const member = await aUser(app.db, { name: 'Ravi', now: new Date(now.getTime() - 30 * 24 * HOUR_MS) })
  asOwner = await aSession(app.db, app.platform, owner.id)
  asMember = await aSession(app.db, app.platform, member.id)
  creatorId = (await aCreator(app.db, owner.id, { handle: pageHandle })).id
})

function form(given: object = {}) {
  return {
    title: 'Ask me anything',
    text: 'Bring questions.',
    startsAt: new Date(app.clock.now().getTime() + HOUR_MS).toISOString(),
    audience: EVERYONE,
    questions: 'open' as const,
    anonymousAllowed: true,
    replay: 'draft' as const,
    ...given,
  }
}

function planned(given: Parameters<typeof aLiveSession>[2] = {}) {
  return aLiveSession(app.db, creatorId, { now: app.clock.now(), ...given })
}

async function shown(liveSessionId: string, as: TestSession = asMember) {
  return (await app.call(contract.getLiveSession, { liveSessionId }, { as })).body
}

async function stateOf(liveSessionId: string): Promise<LiveState> {
  return (await shown(liveSessionId)).state
}

async function move(liveSessionId: string, to: 'open' | 'start' | 'end' | 'cancel', as = asOwner) {
  const { status, failure } = await app.call(contract.moveLiveSession, { liveSessionId, move: to }, { as })
  return status === 200 ? 'ok' : failure.code
}

/** What the job of each minute does. */
async function runDue(): Promise<void> {
  await enqueue(app.db, moveDueSessions, {})
  await app.drain()
}

test('a page says what it is live with, for as long as it is', async () => {
  await planned({ title: 'Tomorrow', startsAt: new Date(app.clock.now().getTime() + 24 * HOUR_MS) })
  const { id } = await planned({ title: 'The new record' })
  const liveNow = async (as?: TestSession) =>
    (await app.call(creatorDetails, { pageHandle }, as ? { as } : {})).body.liveNow
  expect(await liveNow()).toBeNull()
  await move(id, 'open')
  expect(await liveNow()).toBeNull()
  await move(id, 'start')
  for (const as of [undefined, asMember, asOwner])
    expect(await liveNow(as)).toEqual({ liveSessionId: id, title: 'The new record' })
  await move(id, 'end')
  expect(await liveNow()).toBeNull()
})

describe('a creator', () => {
  test('plans a session, changes it, and finds it set up as they left it', async () => {
    const { id: planId } = await aPlan(app.db, creatorId)
    const clientKey = randomUUID()
    const created = await app.call(contract.scheduleLiveSession, { clientKey, ...form() }, { as: asOwner })
    const again = await app.call(contract.scheduleLiveSession, { clientKey, ...form() }, { as: asOwner })
    const { liveSessionId } = created.body
    expect(again.body.liveSessionId).toBe(liveSessionId)
    expect((await getCreatorByHandle(app.db, pageHandle)).hasLive).toBe(true)
    const audience = [
      {
        ...EVERYONE[0],
        reach: 'plans' as const,
        planIds: [planId],
        isExact: true,
        fromAt: null,
        untilAt: null,
      },
    ]
    const changes = form({ title: 'The new record', audience, questions: 'moderated', replay: 'publish' })
    const answer = await app.call(contract.updateLiveSession, { liveSessionId, ...changes }, { as: asOwner })
    expect(answer.status).toBe(200)
    expect(await shown(liveSessionId, asOwner)).toMatchObject({
      title: 'The new record',
      questions: 'moderated',
      state: 'scheduled',
      settings: { audience, replay: 'publish', attended: 0, peak: 0 },
    })
    expect(await shown(liveSessionId)).toMatchObject({
      title: 'The new record',
      text: '',
      door: 'locked',
      settings: null,
    })
  })

  test.each([
    ['no title', { title: ' ' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(101) }, 'title'],
    ['a title that changes the direction of texts', { title: 'Live\u202E' }, 'title'],
    ['a text that is too long', { text: 'x'.repeat(2001) }, 'text'],
    ['no time', { startsAt: '' }, 'startsAt'],
    ['nobody who may come', { audience: [] }, 'audience'],
  ])('plans no session with %s', async (_, wrong, field) => {
    const input = { clientKey: randomUUID(), ...form(wrong) }
    const answer = await app.call(contract.scheduleLiveSession, input, { as: asOwner })
    expect([answer.status, answer.failure.field]).toEqual([422, field])
  })

  test.each([
    ['that is over', -MINUTE_MS],
    ['more than a year ahead', 366 * 24 * HOUR_MS],
  ])('plans no session for a time %s', async (_, ahead) => {
    const startsAt = new Date(app.clock.now().getTime() + ahead).toISOString()
    const input = { clientKey: randomUUID(), ...form({ startsAt }) }
    const answer = await app.call(contract.scheduleLiveSession, input, { as: asOwner })
    expect(answer.failure).toMatchObject({ code: 'starts_wrong', field: 'startsAt' })
  })

  test('has one live session at a time', async () => {
    const [first, second] = [await planned(), await planned()]
    for (const { id } of [first, second]) expect(await move(id, 'open')).toBe('ok')
    const answers = await Promise.all([move(first.id, 'start'), move(second.id, 'start')])
    expect(answers.toSorted()).toEqual(['ok', 'one_live_only'])
    const [live, waiting] = answers[0] === 'ok' ? [first, second] : [second, first]
    expect(await move(live.id, 'end')).toBe('ok')
    expect(await move(waiting.id, 'start')).toBe('ok')
  })

  test('moves a session only forward, and others move none of it', async () => {
    const { id } = await planned()
    expect(await move(id, 'start')).toBe('wrong_state')
    expect(await move(id, 'end')).toBe('wrong_state')
    expect(await move(id, 'open', asMember)).toBe('live_session_not_found')
    expect(await move(id, 'open')).toBe('ok')
    expect(await move(id, 'start')).toBe('ok')
    expect(await move(id, 'cancel')).toBe('wrong_state')
    expect(await move(id, 'end')).toBe('ok')
    expect(await move(id, 'open')).toBe('wrong_state')
  })

  test('puts off a session whose waiting room is open, which closes again; once live its time stays', async () => {
    const { id: liveSessionId } = await planned()
    await move(liveSessionId, 'open')
    const later = form({ startsAt: new Date(app.clock.now().getTime() + 5 * HOUR_MS).toISOString() })
    await app.call(contract.updateLiveSession, { liveSessionId, ...later }, { as: asOwner })
    expect(await stateOf(liveSessionId)).toBe('scheduled')
    await move(liveSessionId, 'open')
    await move(liveSessionId, 'start')
    const moved = await app.call(contract.updateLiveSession, { liveSessionId, ...form() }, { as: asOwner })
    expect(moved.failure.code).toBe('wrong_state')
    const renamed = { ...later, title: 'Still live' }
    const answer = await app.call(contract.updateLiveSession, { liveSessionId, ...renamed }, { as: asOwner })
    expect([answer.status, (await shown(liveSessionId)).title]).toEqual([200, 'Still live'])
  })
})

describe('time', () => {
  test('opens the waiting room a quarter of an hour before, and nobody starting, the session is missed', async () => {
    const { id } = await planned({ startsAt: new Date(app.clock.now().getTime() + HOUR_MS) })
    await app.clock.advance(app.db, 44 * MINUTE_MS)
    await runDue()
    expect(await stateOf(id)).toBe('scheduled')
    await app.clock.advance(app.db, MINUTE_MS + 1000)
    // By the clock, before the job has come.
    expect(await stateOf(id)).toBe('open')
    await runDue()
    const channel = await app.call(channels.getChannel, { channelId: id }, { as: asMember })
    expect(channel.body.whyNot).toBeNull()
    await app.clock.advance(app.db, 2 * HOUR_MS + 15 * MINUTE_MS)
    expect(await stateOf(id)).toBe('missed')
    expect(await move(id, 'start')).toBe('wrong_state')
    const listed = async (part: 'coming' | 'past') =>
      (await app.call(contract.listLiveSessions, { pageHandle, part }, { as: asMember })).body.sessions.map(
        ({ _id, state }) => [_id, state],
      )
    expect([await listed('coming'), await listed('past')]).toEqual([[], [[id, 'missed']]])
    await runDue()
    expect([await listed('coming'), await listed('past')]).toEqual([[], [[id, 'missed']]])
  })

  test('ends a session after twelve hours', async () => {
    const { id } = await planned()
    await move(id, 'open')
    await move(id, 'start')
    await app.clock.advance(app.db, 12 * HOUR_MS - MINUTE_MS)
    const later = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    expect((await shown(id, later)).state).toBe('live')
    await app.clock.advance(app.db, MINUTE_MS + 1000)
    expect((await shown(id, later)).state).toBe('ended')
    await runDue()
    const { body } = await app.call(contract.listLiveSessions, { pageHandle, part: 'past' }, { as: later })
    expect(body.sessions.map(({ state }) => state)).toEqual(['ended'])
  })
})

describe('the chat', () => {
  test('is closed before the waiting room opens and after the end, to the creator, too; then it is read', async () => {
    const { id } = await planned()
    const whyNot = async (as: TestSession) =>
      (await app.call(channels.getChannel, { channelId: id }, { as })).body.whyNot
    expect([await whyNot(asMember), await whyNot(asOwner)]).toEqual(['ended', 'ended'])
    await move(id, 'open')
    expect([await whyNot(asMember), await whyNot(asOwner)]).toEqual([null, null])
    const message = { channelId: id, clientKey: randomUUID(), body: 'Hello', mediaIds: [] }
    expect((await app.call(channels.writeMessage, message, { as: asMember })).status).toBe(200)
    await move(id, 'start')
    await move(id, 'end')
    expect([await whyNot(asMember), await whyNot(asOwner)]).toEqual(['ended', 'ended'])
    const { body } = await app.call(channels.listMessages, { channelId: id }, { as: asMember })
    expect(body.messages.map((each) => each.body)).toEqual(['Hello'])
  })
})

describe('who was there', () => {
  test('is counted once each; at most at once, and in all', async () => {
    const { id: liveSessionId } = await planned()
    const attend = (as: TestSession) => app.call(contract.attendLiveSession, { liveSessionId }, { as })
    await attend(asMember)
    await move(liveSessionId, 'open')
    const asOther = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    for (const as of [asMember, asMember, asOther, asOwner]) await attend(as)
    await enqueue(app.db, countAttendance, {})
    await app.drain()
    expect(await shown(liveSessionId)).toMatchObject({ present: 2 })
    await app.clock.advance(app.db, 3 * MINUTE_MS)
    await attend(asMember)
    await enqueue(app.db, countAttendance, {})
    await app.drain()
    expect(await shown(liveSessionId, asOwner)).toMatchObject({
      present: 1,
      settings: { peak: 2, attended: 2 },
    })
  })

  test('is counted at once while few are there', async () => {
    const { id: liveSessionId } = await planned()
    await move(liveSessionId, 'open')
    expect(await shown(liveSessionId)).toMatchObject({ present: 0 })
    await app.call(contract.attendLiveSession, { liveSessionId }, { as: asMember })
    expect(await shown(liveSessionId)).toMatchObject({ present: 1 })
  })

  test('is counted at the end, however short it was', async () => {
    const { id: liveSessionId } = await planned()
    for (const to of ['open', 'start'] as const) await move(liveSessionId, to)
    await app.call(contract.attendLiveSession, { liveSessionId }, { as: asMember })
    await move(liveSessionId, 'end')
    expect(await shown(liveSessionId, asOwner)).toMatchObject({ settings: { peak: 1, attended: 1 } })
  })
})

test('a page that closes has nothing planned any more, and what was live has ended', async () => {
  const [live, ahead] = [await planned(), await planned()]
  await move(live.id, 'open')
  await move(live.id, 'start')
  await app.db.transaction().execute((db) => emit(db, pageClosed, { creatorId }, app.clock.now()))
  await app.drain()
  expect([await stateOf(live.id), await stateOf(ahead.id)]).toEqual(['ended', 'cancelled'])
})

test('a page lists its sessions to come by their time, a part at a time', async () => {
  const at = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR_MS)
  for (const hours of [3, 1, 2]) await planned({ title: `In ${hours}`, startsAt: at(hours) })
  const first = await app.call(contract.listLiveSessions, { pageHandle, limit: 2 }, { as: asMember })
  expect(first.body.sessions.map(({ title }) => title)).toEqual(['In 1', 'In 2'])
  const cursor = first.body.cursor ?? ''
  const rest = await app.call(contract.listLiveSessions, { pageHandle, limit: 2, cursor }, { as: asMember })
  expect([rest.body.sessions.map(({ title }) => title), rest.body.cursor]).toEqual([['In 3'], null])
})
