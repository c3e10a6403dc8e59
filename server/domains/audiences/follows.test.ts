import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import { followPage, getFollowedPages, unfollowPage } from '#contract/audiences/routes.ts'
import { creatorDetails } from '#contract/creators/routes.ts'
import { getFeed } from '#contract/posts/feed-routes.ts'
import { getPost } from '#contract/posts/routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { accountErased } from '#server/domains/accounts/events.ts'
import { aSignedInUser, reinstate, suspend } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aPage() {
  const { user, session } = await aSignedInUser(app)
  const creator = await aCreator(app.db, user.id)
  return { user, session, creator, pageHandle: creator.handle }
}

const follow = (pageHandle: string, as: TestSession) => app.call(followPage, { pageHandle }, { as })
const feedOf = async (as: TestSession, asked = {}) =>
  (await app.call(getFeed, asked, { as })).body.map(({ _id }) => _id)

const FOR_FOLLOWERS = [
  { reach: 'followers' as const, planIds: [], isExact: false, fromAt: null, untilAt: null },
]

describe('following a page', () => {
  test("opens its followers' posts until it ends", async () => {
    const page = await aPage()
    const { session } = await aSignedInUser(app)
    const { id } = await aPost(app.db, page.creator.id, { audience: FOR_FOLLOWERS })
    const isLocked = async () => (await app.call(getPost, { id }, { as: session })).body.locked
    expect(await isLocked()).toBe(true)
    for (let count = 0; count < 2; count += 1)
      expect((await follow(page.pageHandle, session)).body).toEqual({ isFollowing: true })
    expect(await isLocked()).toBe(false)
    const { body } = await app.call(creatorDetails, { pageHandle: page.pageHandle }, { as: session })
    expect(body).toMatchObject({ isFollowing: true, followerCount: null })
    await app.call(unfollowPage, { pageHandle: page.pageHandle }, { as: session })
    expect(await isLocked()).toBe(true)
  })

  test('is counted for its owner', async () => {
    const page = await aPage()
    for (let count = 0; count < 3; count += 1)
      await follow(page.pageHandle, (await aSignedInUser(app)).session)
    const { body } = await app.call(creatorDetails, { pageHandle: page.pageHandle }, { as: page.session })
    expect(body.followerCount).toBe(3)
    const counted = async () =>
      (await app.call(creatorDetails, { pageHandle: page.pageHandle }, { as: page.session })).body
        .followerCount
    // Many at once.
    const { id } = page.creator
    await run(
      app.db,
      sql`delete from follows where creator_id = ${id} and user_id <> (
        select user_id from follows where creator_id = ${id} order by user_id limit 1)`,
    )
    expect(await counted()).toBe(1)
    await follow(page.pageHandle, (await aSignedInUser(app)).session)
    expect(await counted()).toBe(2)
    expect(await follow(page.pageHandle, page.session)).toMatchObject({
      status: 409,
      failure: { code: 'own_page' },
    })
  })

  test.each(['the creator', 'the follower'])('ends when %s blocks the other', async (who) => {
    const page = await aPage()
    const follower = await aSignedInUser(app)
    await follow(page.pageHandle, follower.session)
    const [blocker, blocked] =
      who === 'the creator' ? [page.session, follower.user.id] : [follower.session, page.user.id]
    await app.call(blockUser, { userId: blocked }, { as: blocker })
    await app.drain()
    const { body } = await app.call(creatorDetails, { pageHandle: page.pageHandle }, { as: page.session })
    expect(body.followerCount).toBe(0)
    expect((await follow(page.pageHandle, follower.session)).status).toBe(403)
  })

  test('is listed, the last page first', async () => {
    const { session } = await aSignedInUser(app)
    const pages = [await aPage(), await aPage(), await aPage()]
    for (const { pageHandle } of pages) await follow(pageHandle, session)
    const expected = pages.toReversed().map(({ pageHandle }) => pageHandle)
    const list = async (asked = {}) => (await app.call(getFollowedPages, asked, { as: session })).body
    expect((await list()).map(({ pageHandle }) => pageHandle)).toEqual(expected)
    const [first] = await list({ limit: 1 })
    expect((await list({ cursor: first?._id })).map(({ pageHandle }) => pageHandle)).toEqual(
      expected.slice(1),
    )
  })
})

describe('what following does not reach', () => {
  test('is a page that is suspended or closed; the follow waits, unseen', async () => {
    const page = await aPage()
    const { session } = await aSignedInUser(app)
    await follow(page.pageHandle, session)
    await suspend(app.db, app.platform, page.user.id)
    const late = (await aSignedInUser(app)).session
    for (const as of [session, late])
      expect((await follow(page.pageHandle, as)).failure.code).toBe('page_not_found')
    expect((await app.call(getFollowedPages, {}, { as: session })).body).toEqual([])
    expect(await feedOf(session)).toEqual([])
    await reinstate(app.db, app.platform, page.user.id)
    expect((await app.call(getFollowedPages, {}, { as: session })).body).toHaveLength(1)
  })

  test('is more than 300 pages an hour', async () => {
    const { session } = await aSignedInUser(app)
    const page = await aPage()
    for (let count = 0; count < 300; count += 1) await follow(page.pageHandle, session)
    expect((await follow(page.pageHandle, session)).status).toBe(429)
  })
})

describe('who follows is', () => {
  test('in the data of the follower', async () => {
    const { session } = await aSignedInUser(app)
    const page = await aPage()
    await follow(page.pageHandle, session)
    const { body } = await app.call(exportOwnData, {}, { as: session })
    expect(body).toMatchObject({ follows: [{ page: page.pageHandle, isMailed: true }] })
  })

  test('forgotten with the account of the follower', async () => {
    const { user, session } = await aSignedInUser(app)
    const page = await aPage()
    await follow(page.pageHandle, session)
    await emit(app.db, accountErased, { userId: user.id, pictureKey: null }, app.clock.now())
    await app.drain()
    const { body } = await app.call(creatorDetails, { pageHandle: page.pageHandle }, { as: page.session })
    expect(body.followerCount).toBe(0)
  })
})

describe('the feed', () => {
  test('has the posts of pages one supports or follows, newest first, each once', async () => {
    const { user, session } = await aSignedInUser(app)
    const [followed, supported, both, other] = [await aPage(), await aPage(), await aPage(), await aPage()]
    for (const { pageHandle } of [followed, both]) await follow(pageHandle, session)
    for (const { creator } of [supported, both])
      await aSubscription(app.db, user.id, await aPlan(app.db, creator.id))
    const expected: string[] = []
    for (let count = 0; count < 9; count += 1)
      for (const page of [followed, supported, both, other]) {
        const now = new Date(app.clock.now().getTime() + expected.length)
        const { id } = await aPost(app.db, page.creator.id, { now })
        if (page !== other) expected.unshift(id)
      }
    expect(await feedOf(session, { limit: 100 })).toEqual(expected)
    const seen: string[] = []
    for (;;) {
      const cursor = seen.at(-1)
      const page = await feedOf(session, { limit: 4, ...(cursor ? { cursor } : {}) })
      if (page.length === 0) break
      seen.push(...page)
    }
    expect(seen).toEqual(expected)
  })

  test('shows what is locked as locked, and nothing of pages that were blocked', async () => {
    const { session } = await aSignedInUser(app)
    const [page, blocked] = [await aPage(), await aPage()]
    const plan = await aPlan(app.db, page.creator.id)
    for (const { pageHandle } of [page, blocked]) await follow(pageHandle, session)
    const { id } = await aPost(app.db, page.creator.id, { planId: plan.id, html: '<p>wombat</p>' })
    await aPost(app.db, blocked.creator.id)
    // Blocked, and the follow not ended yet.
    await app.call(blockUser, { userId: blocked.user.id }, { as: session })
    const { body } = await app.call(getFeed, {}, { as: session })
    expect(body.map(({ _id, locked }) => [_id, locked])).toEqual([[id, true]])
    expect(JSON.stringify(body)).not.toContain('wombat')
  })
})
