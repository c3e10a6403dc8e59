import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { InputOf } from '#contract/http/route.ts'
import { createPost } from '#contract/posts/routes.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import type { StepOnWire } from '#server/domains/audiences/service.ts'
import { aFollow, lookForMoments } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { findBeginnings } from '#server/domains/posts/service.ts'
import { aPicture } from '#server/domains/posts/picture-testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { type Candidate, findAudienceOfPost, listCandidates } from './telling-queries.ts'

const DAY_MS = 86_400_000

let app: TestApp
let creatorId: string
let ownerId: string
let owner: TestSession
let silver: PlanRow
let gold: PlanRow

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  const user = await aUser(app.db)
  ownerId = user.id
  creatorId = (await aCreator(app.db, user.id)).id
  owner = await aSession(app.db, app.platform, user.id)
  silver = await aPlan(app.db, creatorId, { priceCents: 500 })
  gold = await aPlan(app.db, creatorId, { priceCents: 1500 })
})

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString()
const step = (given: Partial<StepOnWire>): StepOnWire => ({
  reach: 'everyone',
  planIds: [],
  isExact: false,
  fromAt: null,
  untilAt: null,
  ...given,
})

async function aMember(plan: PlanRow): Promise<BuiltUser & { leave: () => Promise<unknown> }> {
  const user = await aUser(app.db)
  const accessUntil = new Date(app.clock.now().getTime() + 60 * DAY_MS)
  const { id } = await aSubscription(app.db, user.id, plan, { accessUntil })
  const leave = () =>
    run(app.db, sql`update subscriptions set status = 'canceled', access_until = now() where id = ${id}`)
  return { ...user, leave }
}

async function aFollower(): Promise<BuiltUser> {
  const user = await aUser(app.db)
  await aFollow(app.db, user.id, creatorId)
  return user
}

async function change(user: { id: string; leave: () => Promise<unknown> }, plan: PlanRow) {
  await user.leave()
  const accessUntil = new Date(app.clock.now().getTime() + 60 * DAY_MS)
  await aSubscription(app.db, user.id, plan, { accessUntil })
}

/** Gold at once, Silver after three days, everyone after ten. */
const ladder = () => [
  step({ reach: 'plans', planIds: [gold.id] }),
  step({ reach: 'plans', planIds: [silver.id], fromAt: inDays(3) }),
  step({ fromAt: inDays(10) }),
]

async function publish(audience: StepOnWire[]): Promise<string> {
  const { body } = await app.call(createPost, { content: '<p>A verse</p>', audience }, { as: owner })
  await app.drain()
  return body.post._id
}

async function audienceOf(postId: string): Promise<string> {
  return (await findAudienceOfPost(app.db, postId)) ?? ''
}

async function passDays(count: number) {
  await app.clock.advance(app.db, count * DAY_MS)
  await minute()
}

/** What the worker does each minute. */
async function minute() {
  await lookForMoments(app.db)
  await app.drain()
}

async function toldOf(user: BuiltUser): Promise<number> {
  const mails = await app.mails(user.email)
  return mails.filter(({ subject }) => /^(A new post|A post|Posts) by /.test(subject)).length
}
const toldEach = (users: BuiltUser[]) => Promise.all(users.map(toldOf))

describe('a mail about a post', () => {
  const words = (count: number, word: string) => Array<string>(count).fill(word).join(' ')
  const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
  const blocks = (...of: object[]) => JSON.stringify({ time: 1, version: '2', blocks: of })

  async function mailAbout(post: Partial<InputOf<typeof createPost>>) {
    const reader = await aMember(gold)
    await app.call(
      createPost,
      { title: 'The kiln', content: '<p>x</p>', audience: ladder(), ...post },
      { as: owner },
    )
    await app.drain()
    return (await app.mails(reader.email)).find(({ subject }) => subject.includes('The kiln'))
  }

  test('carries its first 150 words, by paragraphs', async () => {
    const mail = await mailAbout({
      content: blocks(paragraph(words(100, 'first')), paragraph(words(100, 'second')), paragraph('third')),
    })
    expect(mail?.text).toContain(`\n\nThe kiln\n\n${words(100, 'first')}\n\n${words(50, 'second')}…\n\n`)
    expect(mail?.text).not.toContain('third')
  })

  test('ends at the line for members', async () => {
    const mail = await mailAbout({
      content: blocks(paragraph('Above the line'), { type: 'paywall', data: {} }, paragraph('Below it')),
    })
    expect(mail?.text).toContain('Above the line')
    expect(mail?.text).not.toContain('Below it')
  })

  test('shows its cover, which anyone may see, but none of an adult page', async () => {
    const cover = await aPicture(app, ownerId)
    const post = { title: 'The kiln', content: '<p>x</p>', coverId: cover.id, audience: ladder() }
    const { _id } = (await app.call(createPost, post, { as: owner })).body.post
    const reader = { viewerId: null, now: app.clock.now(), platform: app.platform }
    const coverPath = async () => (await findBeginnings(app.db, [_id], 150, reader)).get(_id)?.coverPath
    expect(await coverPath()).toBe(cover.path)
    await run(app.db, sql`update creators set is_adult = true where id = ${creatorId}`)
    expect(await coverPath()).toBeNull()
  })
})

describe('each person is told once, when a post opens for them', () => {
  test('step by step', async () => {
    const people = [await aMember(gold), await aMember(silver), await aFollower(), await aUser(app.db)]
    await publish(ladder())
    expect(await toldEach(people)).toEqual([1, 0, 0, 0])
    await passDays(2)
    expect(await toldEach(people)).toEqual([1, 0, 0, 0])
    await passDays(1)
    expect(await toldEach(people)).toEqual([1, 1, 0, 0])
    await passDays(7)
    expect(await toldEach(people)).toEqual([1, 1, 1, 0])
    await passDays(30)
    expect(await toldEach(people)).toEqual([1, 1, 1, 0])
  })

  test('whatever plan they change to in between', async () => {
    const down = await aMember(gold)
    const up = await aMember(silver)
    const gone = await aMember(silver)
    await publish(ladder())
    await change(down, silver)
    await change(up, gold)
    await gone.leave()
    await aFollow(app.db, gone.id, creatorId)
    await passDays(3)
    expect(await toldEach([down, up, gone])).toEqual([1, 1, 0])
    const late = await aMember(silver)
    await passDays(7)
    expect(await toldEach([down, up, gone, late])).toEqual([1, 1, 1, 1])
  })

  test('though every job runs again', async () => {
    const people = [await aMember(gold), await aMember(silver), await aFollower()]
    const postId = await publish(ladder())
    const audienceId = await audienceOf(postId)
    for (const time of [0, 3, 7]) {
      await passDays(time)
      for (const of of [postId, null])
        await run(
          app.db,
          sql`insert into jobs (name, payload) select 'notifications.tell-readers',
              ${JSON.stringify({ audienceId, postId: of, after: null })}::json from generate_series(1, 3)`,
        )
      await app.drain(4)
    }
    expect(await toldEach(people)).toEqual([1, 1, 1])
  })

  test('who opened it before the step is not told of it', async () => {
    const reader = await aMember(silver)
    const postId = await publish(ladder())
    await change(reader, gold)
    await run(
      app.db,
      sql`insert into post_openings (post_id, member_id, opened_at) values (${postId}, ${reader.id}, now())`,
    )
    await passDays(10)
    expect(await toldOf(reader)).toBe(0)
  })

  test('in one mail for all posts that open together', async () => {
    const follower = await aFollower()
    const audience = ladder()
    for (let post = 0; post < 3; post += 1) await publish(audience)
    await passDays(10)
    expect((await app.mails(follower.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Posts by .* are open to you now$/),
    ])
  })

  test('of a post that is published after its audience was first used', async () => {
    const [member, follower] = [await aMember(silver), await aFollower()]
    const audience = ladder()
    await publish(audience)
    await passDays(5)
    await publish(audience)
    expect(await toldEach([member, follower])).toEqual([2, 0])
    await passDays(5)
    expect(await toldEach([member, follower])).toEqual([2, 1])
  })

  test('never of a post that is hidden, and not by mail if they want none', async () => {
    const [follower, quiet] = [await aFollower(), await aFollower()]
    await run(
      app.db,
      sql`insert into notification_preferences (user_id, replies, creator_updates, product_updates, newsletter, offers, updated_at)
        values (${quiet.id}, true, false, false, false, false, now())`,
    )
    const hidden = await publish([step({ reach: 'members' }), step({ fromAt: inDays(10) })])
    await run(app.db, sql`update posts set state = 'hidden' where id = ${hidden}`)
    await passDays(10)
    expect(await toldEach([follower, quiet])).toEqual([0, 0])
  })

  test('in batches that leave nobody out, and name nobody twice', async () => {
    const both = await aMember(gold)
    await aFollow(app.db, both.id, creatorId)
    const people = [both]
    for (let at = 0; at < 4; at += 1) people.push(await aMember(gold), await aMember(silver))
    for (let at = 0; at < 4; at += 1) people.push({ ...(await aFollower()), leave: both.leave })
    const audienceId = await audienceOf(await publish(ladder()))
    const found: Candidate[] = []
    for (let after: string | null = null; ; after = found.at(-1)?.id ?? null) {
      const batch = await listCandidates(app.db, { audienceId, after, limit: 3, now: app.clock.now() })
      found.push(...batch)
      if (batch.length < 3) break
    }
    expect(found.map(({ id }) => id)).toEqual(people.map(({ id }) => id).toSorted())
    expect(found.filter(({ mayRead }) => mayRead)).toHaveLength(5)
  })
})
