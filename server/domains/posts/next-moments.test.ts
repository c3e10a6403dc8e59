import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getPlayback } from '#contract/media/routes.ts'
import { createPost, getPost, getPosts, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import type { StepOnWire } from '#server/domains/audiences/service.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000

let app: TestApp
let ownerId: string
let owner: TestSession
let silver: PlanRow
let gold: PlanRow
const people: Record<string, TestSession | undefined> = {}

beforeAll(async () => {
  app = await startTestApp()
  ownerId = (await aUser(app.db)).id
  const creator = await aCreator(app.db, ownerId, { handle: 'asha' })
  silver = await aPlan(app.db, creator.id, { name: 'Silver', priceCents: 500 })
  gold = await aPlan(app.db, creator.id, { name: 'Gold', priceCents: 1500 })
  owner = await aSession(app.db, app.platform, ownerId)
  const accessUntil = new Date(Date.now() + 90 * DAY_MS)
  for (const name of ['stranger', 'follower', 'silver', 'gold']) {
    const { id } = await aUser(app.db)
    if (name === 'follower') await aFollow(app.db, id, creator.id)
    if (name === 'silver') await aSubscription(app.db, id, silver, { accessUntil })
    if (name === 'gold') await aSubscription(app.db, id, gold, { accessUntil })
    people[name] = await aSession(app.db, app.platform, id)
  }
  people['owner'] = owner
})
afterAll(() => app.close())

const NAMES = ['visitor', 'stranger', 'follower', 'silver', 'gold', 'owner']
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString()
const step = (given: Partial<StepOnWire>): StepOnWire => ({
  reach: 'everyone',
  planIds: [],
  isExact: false,
  fromAt: null,
  untilAt: null,
  ...given,
})
const of = (plan: PlanRow, given: Partial<StepOnWire> = {}) =>
  step({ reach: 'plans', planIds: [plan.id], ...given })

async function publish(audience: object[], mediaIds: string[] = []): Promise<string> {
  const input = { content: '<p>The zyxwombat sings</p>', audience: audience as StepOnWire[], mediaIds }
  return (await app.call(createPost, input, { as: owner })).body.post._id
}

/** What each is told: "-" for those who read it without an end, else who and on which of the days from now. */
async function told(id: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const name of NAMES) {
    const { body } = await app.call(getPost, { id }, { as: people[name] })
    const { body: list } = await app.call(getPostsByPageHandle, { pageHandle: 'asha' }, { as: people[name] })
    const { opensNext, closesNext, locked } = body
    expect(list.find((post) => post._id === id)).toMatchObject({ opensNext, closesNext, locked })
    const next = opensNext ?? closesNext
    const inWords = next && `${next.planNames.join()}${next.reach === 'plans' ? '' : next.reach}`
    const days = next && Math.round((Date.parse(next.at) - app.clock.now().getTime()) / DAY_MS)
    answers[name] = `${locked ? 'locked' : 'open'}${next ? ` ${inWords} ${days}` : ''}`
  }
  return answers
}

describe('what each person is told of the steps to come', () => {
  test('Gold now, Silver in three days, followers in six, everyone in ten', async () => {
    const id = await publish([
      of(gold),
      { ...of(silver), afterDays: 3 },
      step({ reach: 'followers', fromAt: inDays(6) }),
      step({ fromAt: inDays(10) }),
    ])
    expect(await told(id)).toEqual({
      visitor: 'locked followers 6',
      stranger: 'locked followers 6',
      follower: 'locked followers 6',
      silver: 'locked Silver 3',
      gold: 'open',
      owner: 'open',
    })
    await app.clock.advance(app.db, 3 * DAY_MS)
    expect(await told(id)).toMatchObject({ visitor: 'locked followers 3', silver: 'open', gold: 'open' })
    await app.clock.advance(app.db, 3 * DAY_MS)
    expect(await told(id)).toMatchObject({ visitor: 'locked everyone 4', follower: 'open', silver: 'open' })
    await app.clock.advance(app.db, 4 * DAY_MS)
    expect(new Set(Object.values(await told(id)))).toEqual(new Set(['open']))
  })

  test('a post that is open to nobody yet says when it opens first', async () => {
    const id = await publish([of(gold, { fromAt: inDays(2) })])
    expect(await told(id)).toMatchObject({ visitor: 'locked Gold 2', silver: 'locked Gold 2', owner: 'open' })
  })

  test('a step that only others are waiting for is not announced', async () => {
    const id = await publish([of(gold), of(silver, { fromAt: inDays(2), isExact: true })])
    expect(await told(id)).toMatchObject({ visitor: 'locked', follower: 'locked', silver: 'locked Silver 2' })
  })
})

test('a post that closes again says until when, and is locked then with its media, in every list', async () => {
  const { id: mediaId } = await aMedium(app.db, ownerId, 'audio')
  const id = await publish([step({ untilAt: inDays(4) }), of(gold)], [mediaId])
  expect(await told(id)).toEqual({
    visitor: 'open everyone 4',
    stranger: 'open everyone 4',
    follower: 'open everyone 4',
    silver: 'open everyone 4',
    gold: 'open',
    owner: 'open everyone 4',
  })
  expect((await app.call(getPlayback, { mediaId })).status).toBe(200)
  await app.clock.advance(app.db, 4 * DAY_MS)
  expect(await told(id)).toMatchObject({ visitor: 'locked', silver: 'locked', gold: 'open', owner: 'open' })
  for (const name of ['visitor', 'stranger', 'follower', 'silver']) {
    const as = people[name]
    expect((await app.call(getPlayback, { mediaId }, { as })).status).toBe(404)
    for (const answer of [
      await app.call(getPosts, { limit: 100 }, { as }),
      await app.call(getPostsByPageHandle, { pageHandle: 'asha', limit: 100 }, { as }),
    ]) {
      const post = answer.body.find(({ _id }) => _id === id)
      expect(post).toMatchObject({ locked: true, content: '', media: null, allMedia: [], closesNext: null })
    }
  }
  const feed = await (await fetch(`${app.baseUrl}/asha/rss`)).text()
  expect(feed).not.toContain(id)
})
