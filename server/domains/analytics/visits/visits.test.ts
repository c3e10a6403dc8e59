import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getPostInsights, getVisitors } from '#contract/analytics/insight-routes.ts'
import { notePlay, noteVisit } from '#contract/analytics/visit-routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { noteOpening } from '#server/domains/posts/service.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { countMemberships, countMinute, countVisitDays } from '../testing.ts'
import { referrerHost } from './referrer-host.ts'
import { markOf } from './visits.ts'

const DAY_MS = 86_400_000

let app: TestApp
let handle: string
let creatorId: string
let owner: TestSession
let count = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  count += 1
  handle = `visited-${count}`
  const user = await aUser(app.db)
  creatorId = (await aCreator(app.db, user.id, { handle })).id
  owner = await aSession(app.db, app.platform, user.id)
})

const visit = (browser: string, more: { from?: string; post?: string } = {}, as?: TestSession) =>
  app.call(noteVisit, { pageHandle: handle, ...more }, { as, headers: { 'user-agent': browser } })
const today = () => app.clock.now().toISOString().slice(0, 10)
const yesterday = () => new Date(app.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10)

async function visitors(from = yesterday()): Promise<{
  days: { visitors: number }[]
  sources: { host: string; visits: number }[]
}> {
  await app.platform.writeBehind.flush()
  const range = { from, to: today() }
  return (await app.call(getVisitors, range, { as: owner })).body
}

describe('visits', () => {
  test('count each visitor of a page once a day, and where they came from', async () => {
    await visit('Firefox', { from: 'www.example.org' })
    await app.platform.writeBehind.flush()
    await visit('Firefox', { from: 'other.example.org' })
    await visit('Chrome')
    const { days, sources } = await visitors()
    expect(days).toMatchObject([{ visitors: 2 }])
    expect(sources).toEqual([
      { host: '', visits: 1 },
      { host: 'example.org', visits: 1 },
    ])
  })

  test('of its owner don’t count, nor of pages that aren’t there', async () => {
    await visit('Firefox', {}, owner)
    expect((await app.call(noteVisit, { pageHandle: 'nobody-here' })).status).toBe(200)
    expect((await visitors()).days).toEqual([])
  })

  test('are counted and deleted when their day is over, and stay as they were shown', async () => {
    await visit('Firefox', { from: 'example.org' })
    await visit('Chrome', { from: 'example.org' })
    await app.platform.writeBehind.flush()
    const visitedOn = today()
    // A day is counted an hour after its end.
    await app.clock.advance(app.db, DAY_MS + 3_600_000)
    await countVisitDays(app)
    await countVisitDays(app)
    expect(await many(app.db, sql`select from visits where creator_id = ${creatorId}`)).toEqual([])
    owner = await signInAgain()
    // In a day's last hour, that was the day before yesterday.
    const { days, sources } = await visitors(visitedOn)
    expect(days).toMatchObject([{ visitors: 2 }])
    expect(sources).toEqual([{ host: 'example.org', visits: 2 }])
  })
})

async function signInAgain(): Promise<TestSession> {
  const { id } = await one(
    app.db,
    sql<{ id: string }>`select user_id as id from creators where id = ${creatorId}`,
  )
  return aSession(app.db, app.platform, id)
}

describe('nothing that identifies a person is stored', () => {
  test('neither address nor browser, and the salt dies within two days', async () => {
    await visit('A very special browser 42')
    await app.platform.writeBehind.flush()
    const [row] = await many(
      app.db,
      sql<{ text: string }>`select v::text as text from visits v where creator_id = ${creatorId}`,
    )
    expect(row?.text).not.toMatch(/special|127\.0\.0\.1|::1/)
    const salts = () => many(app.db, sql<{ day: string }>`select day::text as day from visit_salts`)
    expect((await salts()).length).toBeGreaterThan(0)
    await app.clock.advance(app.db, 2 * DAY_MS)
    await countVisitDays(app)
    expect(await salts()).toEqual([])
  })

  test('a mark says nothing about other days or other pages', () => {
    const who = { address: '192.0.2.1', userAgent: 'Firefox', creatorId: 'a' }
    const mark = (salt: string, of = who) => markOf(Buffer.from(salt), of).toString('hex')
    expect(mark('one day')).toBe(mark('one day'))
    expect(mark('one day')).not.toBe(mark('another day'))
    expect(mark('one day')).not.toBe(mark('one day', { ...who, creatorId: 'b' }))
  })

  test('a source is a host, and never an address with what it says about a person', () => {
    expect(referrerHost('www.Example.org', 'cheers.example')).toBe('example.org')
    for (const odd of [
      'example.org/inbox?u=ravi',
      'ravi@example.org',
      'localhost',
      '=cmd()',
      'cheers.example',
    ])
      expect(referrerHost(odd, 'cheers.example')).toBe('')
  })
})

test('a post counts the members who could read it, and those who opened it within a week', async () => {
  const plan = await aPlan(app.db, creatorId, { priceCents: 500 })
  owner = await signInAgain()
  const members = []
  for (let index = 0; index < 5; index += 1) {
    const user = await aUser(app.db)
    await aSubscription(app.db, user.id, plan)
    members.push(user)
  }
  await countMemberships(app)
  const { body } = await app.call(createPost, { content: '<p>A verse</p>', planId: plan.id }, { as: owner })
  await app.drain()
  const postId = body.post._id
  const [first, second] = members
  for (const member of [first, second])
    noteOpening(app.platform, { postId, memberId: member?.id ?? '', at: app.clock.now() })
  await app.platform.writeBehind.flush()
  await run(
    app.db,
    sql`update post_openings set first_opened_at = first_opened_at + interval '8 days'
      where post_id = ${postId} and member_id = ${second?.id}`,
  )
  await app.clock.advance(app.db, 6000)
  await countMinute(app)
  const insights = await app.call(getPostInsights, {}, { as: owner })
  expect(insights.body).toMatchObject([{ _id: postId, members: 5, opened: 1, rate: 20 }])
})

describe('openings of a post', () => {
  async function aPostWithMember() {
    const plan = await aPlan(app.db, creatorId, { priceCents: 500 })
    owner = await signInAgain()
    const member = await aUser(app.db)
    await aSubscription(app.db, member.id, plan)
    await countMemberships(app)
    const { body } = await app.call(createPost, { content: '<p>A verse</p>', planId: plan.id }, { as: owner })
    await app.drain()
    return { postId: body.post._id, member }
  }
  const open = async (postId: string, memberId: string) => {
    noteOpening(app.platform, { postId, memberId, at: app.clock.now() })
    await app.platform.writeBehind.flush()
  }
  const opened = async () => (await app.call(getPostInsights, {}, { as: owner })).body[0]?.opened

  test('are added as they come, each once', async () => {
    const { postId, member } = await aPostWithMember()
    await countMinute(app)
    expect(await opened()).toBe(0)
    await open(postId, member.id)
    await app.clock.advance(app.db, 6000)
    await countMinute(app)
    await open(postId, member.id)
    await app.clock.advance(app.db, 6000)
    await countMinute(app)
    expect(await opened()).toBe(1)
  })

  test('that were written late are found when the week is over', async () => {
    const { postId, member } = await aPostWithMember()
    await countMinute(app)
    const at = app.clock.now()
    await app.clock.advance(app.db, 3_600_000)
    await countMinute(app)
    await run(
      app.db,
      sql`insert into post_openings (post_id, member_id, opened_at, first_opened_at)
        values (${postId}, ${member.id}, ${at}, ${at})`,
    )
    await app.clock.advance(app.db, 60_000)
    await countMinute(app)
    expect(await opened()).toBe(0)
    await app.clock.advance(app.db, 7 * DAY_MS)
    await countMinute(app)
    owner = await signInAgain()
    expect(await opened()).toBe(1)
  })
})

test('plays of a post count for its day, without those of its owner, and a share from five on', async () => {
  owner = await signInAgain()
  const { ownerId } = await one(
    app.db,
    sql<{ ownerId: string }>`select user_id as "ownerId" from creators where id = ${creatorId}`,
  )
  const medium = await aMedium(app.db, ownerId, 'audio')
  const { body } = await app.call(createPost, { content: '<p>A song</p>', mediaId: medium.id }, { as: owner })
  await app.drain()
  const play = (hasCompleted: boolean, as?: TestSession) =>
    app.call(notePlay, { mediaId: medium.id, hasCompleted }, as ? { as } : {})
  const shown = async () => {
    await app.platform.writeBehind.flush()
    return (await app.call(getPostInsights, {}, { as: owner })).body.find(({ _id }) => _id === body.post._id)
  }
  for (let plays = 0; plays < 4; plays += 1) await play(false)
  await play(true)
  await play(false, owner)
  expect(await shown()).toMatchObject({ plays: 4, completion: null })
  await play(false)
  await app.call(notePlay, { mediaId: creatorId, hasCompleted: true })
  expect(await shown()).toMatchObject({ plays: 5, completion: 20 })
})

test('visits are refused beyond a size and a rate, without a trace', async () => {
  const long = await app.call(noteVisit, { pageHandle: handle, from: 'a'.repeat(5000) })
  expect(long.status).toBe(422)
  let last = 200
  for (let index = 0; index < 310 && last === 200; index += 1) last = (await visit(`Robot ${index}`)).status
  expect(last).toBe(429)
})
