import { afterAll, beforeAll, expect, test } from 'vitest'

import { listFeedLive, moveLiveSession } from '#contract/live/routes.ts'
import { FEED_LIVE_DAYS, FEED_LIVE_MAX } from '#contract/live/rules.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aLiveSession } from './testing.ts'

const HOUR_MS = 3_600_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A page of somebody's own, with a plan. */
async function aPage(pageName: string) {
  const owner = await aUser(app.db, { name: pageName })
  const creator = await aCreator(app.db, owner.id, { pageName, handle: pageName.toLowerCase() })
  return {
    ...creator,
    plan: await aPlan(app.db, creator.id),
    as: await aSession(app.db, app.platform, owner.id),
  }
}

function inHours(hours: number): Date {
  return new Date(app.clock.now().getTime() + hours * HOUR_MS)
}

async function titles(as: TestSession): Promise<string[]> {
  const { body } = await app.call(listFeedLive, {}, { as })
  return body.sessions.map(({ title, pageName }) => `${pageName}: ${title}`)
}

test('shows what is next on pages that somebody supports or follows, as far as they may come', async () => {
  const now = app.clock.now()
  const [followed, supported, strange] = [
    await aPage('Followed'),
    await aPage('Supported'),
    await aPage('Strange'),
  ]
  const member = await aUser(app.db)
  const as = await aSession(app.db, app.platform, member.id)
  await aFollow(app.db, member.id, followed.id)
  await aSubscription(app.db, member.id, supported.plan)
  const plan = (page: { id: string }, title: string, hours: number, more: object = {}) =>
    aLiveSession(app.db, page.id, { title, startsAt: inHours(hours), now, ...more })
  await plan(followed, 'for all', 30)
  await plan(followed, 'for its members', 10, { planId: followed.plan.id })
  await plan(followed, 'in three weeks', (FEED_LIVE_DAYS + 7) * 24)
  await plan(supported, 'for members', 20, { planId: supported.plan.id })
  await plan(strange, 'of a page they know nothing of', 5)
  const gone = await plan(supported, 'called off', 3)
  await app.call(moveLiveSession, { liveSessionId: gone.id, move: 'cancel' }, { as: supported.as })
  expect(await titles(as)).toEqual(['Supported: for members', 'Followed: for all'])
  expect(await titles(strange.as)).toEqual([])
})

test('is as long as a feed can bear', async () => {
  const page = await aPage('Busy')
  const member = await aUser(app.db)
  const as = await aSession(app.db, app.platform, member.id)
  await aFollow(app.db, member.id, page.id)
  for (let hours = 1; hours <= FEED_LIVE_MAX + 2; hours += 1)
    await aLiveSession(app.db, page.id, { title: `${hours}`, startsAt: inHours(hours), now: app.clock.now() })
  expect(await titles(as)).toEqual(['Busy: 1', 'Busy: 2', 'Busy: 3'])
})
