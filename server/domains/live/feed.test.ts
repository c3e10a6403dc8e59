import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { followPage } from '#contract/audiences/routes.ts'
import { listFeedLive, listLiveNow, moveLiveSession } from '#contract/live/routes.ts'
import { FEED_LIVE_DAYS, FEED_LIVE_MAX, LIVE_MAX_HOURS, LIVE_NOW_MAX } from '#contract/live/rules.ts'
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

describe('what is live now', () => {
  async function goLive(page: Awaited<ReturnType<typeof aPage>>, given: object = {}): Promise<string> {
    const { id } = await aLiveSession(app.db, page.id, {
      startsAt: inHours(48),
      now: app.clock.now(),
      ...given,
    })
    for (const move of ['open', 'start'] as const)
      await app.call(moveLiveSession, { liveSessionId: id, move }, { as: page.as })
    return id
  }

  async function liveFor(as: TestSession): Promise<string[]> {
    const { body } = await app.call(listLiveNow, {}, { as })
    return body.sessions.map(({ pageName, title }) => `${pageName}: ${title}`)
  }

  test('is told to who supports or follows the page and may come, until it is over, and isn’t among what comes', async () => {
    const [sung, talked, strange] = [await aPage('Sung'), await aPage('Talked'), await aPage('Unknown')]
    const member = await aUser(app.db)
    const as = await aSession(app.db, app.platform, member.id)
    const follower = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    await aSubscription(app.db, member.id, sung.plan)
    await aFollow(app.db, member.id, talked.id)
    await app.call(followPage, { pageHandle: 'sung' }, { as: follower })
    const song = await goLive(sung, { title: 'for members', planId: sung.plan.id })
    await app.clock.advance(app.db, 60_000)
    await goLive(talked, { title: 'for all' })
    await goLive(strange, { title: 'elsewhere' })
    // What began last comes first, whenever it was planned.
    expect(await liveFor(as)).toEqual(['Talked: for all', 'Sung: for members'])
    expect(await liveFor(follower)).toEqual([])
    expect(await liveFor(sung.as)).toEqual([])
    expect(await titles(as)).toEqual([])
    await app.call(moveLiveSession, { liveSessionId: song, move: 'end' }, { as: sung.as })
    expect(await liveFor(as)).toEqual(['Talked: for all'])
    // By the clock, before any job says so.
    await app.clock.advance(app.db, LIVE_MAX_HOURS * HOUR_MS)
    expect(await liveFor(as)).toEqual([])
  })

  test('is a short list, however many are live', async () => {
    const follower = await aUser(app.db)
    for (let count = 0; count <= LIVE_NOW_MAX; count += 1) {
      const page = await aPage(`Crowd${count}`)
      await aFollow(app.db, follower.id, page.id)
      await goLive(page)
    }
    const as = await aSession(app.db, app.platform, follower.id)
    expect(await liveFor(as)).toHaveLength(LIVE_NOW_MAX)
  })
})
