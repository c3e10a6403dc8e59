import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import * as channels from '#contract/channels/routes.ts'
import { askQuestion, listQuestions } from '#contract/live/question-routes.ts'
import * as contract from '#contract/live/routes.ts'
import { acceptCommunityRules, setCommunityRules } from '#contract/rooms/routes.ts'
import { reinstate, suspend } from '#server/domains/accounts/testing.ts'
import type { StepOnWire } from '#server/domains/audiences/service.ts'
import { makePagePeople } from '#server/testing/page-people.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { liveTopic } from './events.ts'
import { aLiveSession } from './testing.ts'

/* Who finds a live session, comes to it and writes there, by hand. */

const PEOPLE = [
  'visitor',
  'reader',
  'follower',
  'plan A',
  'plan B',
  'ended',
  'muted',
  'blocked',
  'moderator',
  'owner',
] as const

type Person = (typeof PEOPLE)[number]

type People = Awaited<ReturnType<typeof makePagePeople<Person>>>

let app: TestApp
let ids: People['ids']
let planB: People['planB']
let askedBy: People['askedBy']
let creatorId: string

beforeAll(async () => {
  app = await startTestApp()
  const people = await makePagePeople(app, PEOPLE, {
    planA: ['plan A'],
    planB: ['plan B', 'muted', 'blocked'],
  })
  ;({ ids, planB, askedBy } = people)
  creatorId = people.page.id
})
afterAll(() => app.close())

function steps(reach: StepOnWire['reach'], planIds: string[] = []): StepOnWire[] {
  return [{ reach, planIds, isExact: false, fromAt: null, untilAt: null }]
}

/** What each person finds (`-`: nothing), and inside: `ok`, or why they may not write in its waiting room. */
async function verdicts(audience: StepOnWire[]): Promise<Record<Person, string>> {
  const { id: liveSessionId } = await aLiveSession(app.db, creatorId, { audience, text: 'For your ears' })
  await app.call(contract.moveLiveSession, { liveSessionId, move: 'open' }, askedBy('owner'))
  const told = await Promise.all(
    PEOPLE.map(async (name) => {
      const found = await app.call(contract.getLiveSession, { liveSessionId }, askedBy(name))
      const listed = await app.call(contract.listLiveSessions, { pageHandle: 'asha' }, askedBy(name))
      const channel = await app.call(channels.getChannel, { channelId: liveSessionId }, askedBy(name))
      const questions = await app.call(listQuestions, { liveSessionId, part: 'waiting' }, askedBy(name))
      const isInside = found.status === 200 && found.body.door === 'open'
      const row = listed.body.sessions.find(({ _id }) => _id === liveSessionId)
      expect([row?.door, row?.text]).toEqual([found.body?.door, found.body?.text])
      expect([channel.status === 200, questions.status === 200]).toEqual([isInside, isInside])
      const viewer = { id: ids[name] } as Parameters<typeof liveTopic.mayFollow>[1]
      if (name !== 'visitor')
        expect(await liveTopic.mayFollow(app.db, viewer, liveSessionId, new Date())).toBe(isInside)
      if (found.status !== 200) return [name, '-']
      if (isInside) return [name, channel.body.whyNot ?? 'ok']
      expect(found.body.text).toBe('')
      return [name, ['locked', found.body.key, found.body.plan?.name].filter(Boolean).join(' ')]
    }),
  )
  return Object.fromEntries(told) as Record<Person, string>
}

const KEPT = { muted: 'muted', blocked: '-', moderator: 'ok', owner: 'ok' }

test('a session for everyone is for people with an account', async () => {
  expect(await verdicts(steps('everyone'))).toEqual({
    visitor: 'locked sign_in',
    reader: 'ok',
    follower: 'ok',
    'plan A': 'ok',
    'plan B': 'ok',
    ended: 'ok',
    ...KEPT,
  })
})

test('a session for followers is opened by following, and by supporting', async () => {
  expect(await verdicts(steps('followers'))).toEqual({
    visitor: 'locked follow',
    reader: 'locked follow',
    follower: 'ok',
    'plan A': 'ok',
    'plan B': 'ok',
    ended: 'locked follow',
    ...KEPT,
  })
})

test('a session for members names the cheapest plan that opens it', async () => {
  expect(await verdicts(steps('members'))).toEqual({
    visitor: 'locked plan A',
    reader: 'locked plan A',
    follower: 'locked plan A',
    'plan A': 'ok',
    'plan B': 'ok',
    ended: 'locked plan A',
    ...KEPT,
  })
})

test('a session for a plan is closed to holders of a cheaper one', async () => {
  expect(await verdicts(steps('plans', [planB.id]))).toEqual({
    visitor: 'locked plan B',
    reader: 'locked plan B',
    follower: 'locked plan B',
    'plan A': 'locked plan B',
    'plan B': 'ok',
    ended: 'locked plan B',
    ...KEPT,
  })
})

test('what the page’s community accepts is accepted before somebody writes or asks, once', async () => {
  const setRules = (rules: string) =>
    app.call(setCommunityRules, { pageHandle: 'asha', rules }, askedBy('owner'))
  await setRules('Be kind.')
  await app.call(acceptCommunityRules, { pageHandle: 'asha' }, askedBy('follower'))
  expect(await verdicts(steps('everyone'))).toMatchObject({ reader: 'rules', follower: 'ok', ...KEPT })
  const { id: liveSessionId } = await aLiveSession(app.db, creatorId, { audience: steps('everyone') })
  await app.call(contract.moveLiveSession, { liveSessionId, move: 'open' }, askedBy('owner'))
  const ask = async () => {
    const input = { liveSessionId, clientKey: randomUUID(), body: 'How?', isAnonymous: false }
    return (await app.call(askQuestion, input, askedBy('reader'))).status
  }
  expect(await ask()).toBe(403)
  await app.call(acceptCommunityRules, { pageHandle: 'asha' }, askedBy('reader'))
  expect(await ask()).toBe(200)
  await setRules('')
})

test('nobody finds a session of a creator who is suspended, until they are back', async () => {
  const { id: liveSessionId } = await aLiveSession(app.db, creatorId)
  await suspend(app.db, app.platform, ids.owner)
  const status = async () =>
    (await app.call(contract.getLiveSession, { liveSessionId }, askedBy('plan B'))).status
  expect(await status()).toBe(404)
  await reinstate(app.db, app.platform, ids.owner)
  expect(await status()).toBe(200)
})
