import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deletePost, getPost, getPosts, getPostsByPageHandle } from '#contract/posts/routes.ts'
import * as contract from '#contract/posts/writing-routes.ts'
import { aSignedInUser } from '#server/domains/accounts/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPost, finishDeletions, passPostTime } from '../testing.ts'
import { HOUR_MS, words, writingDesk } from './writing-testing.ts'

let app: TestApp
let desk: Awaited<ReturnType<typeof writingDesk>>

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Each group of tests has a page of its own. */
async function openDesk(): Promise<void> {
  desk = await writingDesk(app)
}

describe('a published post', () => {
  beforeAll(openDesk)

  test('can be hidden and shown again, at its place', async () => {
    const [older, newer] = [await aPost(app.db, desk.creator.id), await aPost(app.db, desk.creator.id)]
    expect(await desk.shown()).toEqual([newer.id, older.id])
    await desk.move(older.id, 'hidden')
    expect(await desk.shown()).toEqual([newer.id])
    expect((await app.call(getPost, { id: older.id })).status).toBe(404)
    await desk.move(older.id, 'shown')
    expect(await desk.shown()).toEqual([newer.id, older.id])
    expect((await desk.move(older.id, 'draft')).status).toBe(409)
  })

  test('that is deleted can be brought back for half a minute, with its media', async () => {
    const id = await desk.begin()
    const { id: mediaId } = await aMedium(app.db, desk.userId, 'image')
    await desk.save(id, { mediaIds: [mediaId] })
    await desk.publish(id)
    await app.call(deletePost, { id }, { as: desk.session })
    expect(await desk.shown()).not.toContain(id)
    await passPostTime(app, 20_000)
    expect((await desk.move(id, 'restored')).status).toBe(200)
    expect((await app.call(getPost, { id })).body.allMedia).toHaveLength(1)

    await app.call(deletePost, { id }, { as: desk.session })
    await finishDeletions(app)
    expect((await desk.move(id, 'restored')).status).toBe(404)
    expect(await many(app.db, sql`select id from media where id = ${mediaId}`)).toEqual([])
  })
})

describe('the picture of a post in the list', () => {
  beforeAll(openDesk)

  const pictureOf = async (id: string) => {
    const { body } = await app.call(contract.listOwnPosts, {}, { as: desk.session })
    return body.posts.find(({ _id }) => _id === id)?.picture?._id ?? null
  }

  test('is what is being written: its cover, or else the first picture', async () => {
    const id = await desk.begin()
    expect(await pictureOf(id)).toBeNull()
    const [sound, first, second, cover] = [
      await aMedium(app.db, desk.userId, 'audio'),
      await aMedium(app.db, desk.userId, 'image'),
      await aMedium(app.db, desk.userId, 'image'),
      await aMedium(app.db, desk.userId, 'image'),
    ]
    const mediaIds = [sound.id, first.id, second.id]
    await desk.save(id, { mediaIds })
    expect(await pictureOf(id)).toBe(first.id)
    await desk.publish(id)
    expect(await pictureOf(id)).toBe(first.id)
    await desk.save(id, { mediaIds, coverId: cover.id })
    expect(await pictureOf(id)).toBe(cover.id)
  })
})

describe('pinned posts', () => {
  beforeAll(openDesk)

  test('come first on their page, each post once, however the list is cut', async () => {
    const posts: string[] = []
    for (let count = 0; count < 7; count += 1)
      posts.push(
        (await aPost(app.db, desk.creator.id, { now: new Date(app.clock.now().getTime() + count) })).id,
      )
    const newestFirst = posts.toReversed()
    for (const id of [posts[1], posts[4]]) await desk.move(id ?? '', 'pinned')
    const expected = [posts[4], posts[1], ...newestFirst.filter((id) => id !== posts[1] && id !== posts[4])]
    for (const limit of [1, 2, 3, 5, 100]) {
      const seen: string[] = []
      for (;;) {
        const cursor = seen.at(-1)
        const input = { pageHandle: desk.creator.handle, limit, ...(cursor ? { cursor } : {}) }
        const { body } = await app.call(getPostsByPageHandle, input)
        if (body.length === 0) break
        seen.push(...body.map(({ _id }) => _id))
      }
      expect(seen).toEqual(expected)
    }
    // Elsewhere they are posts like any others.
    const { body } = await app.call(getPosts, { limit: 7 })
    expect(body.map(({ _id }) => _id)).toEqual(newestFirst)
  })

  test('are three at most, even when several are pinned at once', async () => {
    const posts = await many(
      app.db,
      sql<{ id: string }>`select id from posts where creator_id = ${desk.creator.id} and pinned_at is null`,
    )
    const answers = await Promise.all(posts.map(({ id }) => desk.move(id, 'pinned')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(posts.length - 1)
  })
})

describe('the list of all own posts', () => {
  beforeAll(openDesk)

  const list = async (asked: Record<string, unknown> = {}) =>
    (await app.call(contract.listOwnPosts, asked, { as: desk.session })).body

  test('has drafts, scheduled, published and hidden ones, those worked on last first', async () => {
    const published = await desk.begin()
    await desk.save(published, { title: 'Published', content: words('About pottery &amp; glazes') })
    await desk.publish(published)
    const scheduled = await desk.begin()
    await desk.save(scheduled, { title: 'Scheduled' })
    await desk.publish(scheduled, desk.ahead(HOUR_MS))
    const draft = await desk.begin()
    await desk.save(draft, { title: 'Draft', content: words('x'.repeat(60) + ' ' + 'y'.repeat(120)) })
    const { posts, counts } = await list()
    expect(posts.map(({ title, state }) => [title, state])).toEqual([
      ['Draft', 'draft'],
      ['Scheduled', 'scheduled'],
      ['Published', 'published'],
    ])
    expect(posts.map(({ excerpt }) => excerpt)).toEqual([
      `${'x'.repeat(60)}…`,
      'Some words',
      'About pottery & glazes',
    ])
    expect(counts).toEqual({ draft: 1, scheduled: 1, published: 1, hidden: 0 })
    expect(posts[2]?.path).toBe(`/${desk.creator.handle}/posts/published`)
    expect((await list({ state: 'draft' })).posts.map(({ _id }) => _id)).toEqual([draft])
    expect((await list({ q: 'POTTERY' })).posts.map(({ _id }) => _id)).toEqual([published])
    expect((await list({ q: '%' })).posts).toEqual([])
    expect((await list({ q: '<p>' })).posts).toEqual([])
    expect((await list({ q: 'yyy' })).posts.map(({ _id }) => _id)).toEqual([draft])
    expect((await list({ limit: 1, cursor: draft })).posts.map(({ _id }) => _id)).toEqual([scheduled])
  })

  test('finds the posts of a plan, and counts who opened them', async () => {
    const plan = await aPlan(app.db, desk.creator.id)
    const member = await aSignedInUser(app)
    await aSubscription(app.db, member.user.id, plan)
    const { id } = await aPost(app.db, desk.creator.id, { planId: plan.id })
    await app.call(getPost, { id }, { as: member.session })
    await app.platform.writeBehind.flush()
    expect((await list({ planId: plan.id })).posts).toMatchObject([
      { _id: id, openedBy: 1, audience: [{ reach: 'plans', planIds: [plan.id] }] },
    ])
  })
})

describe('a list of many posts', () => {
  beforeAll(openDesk)

  const listed = async (asked: Record<string, unknown>) =>
    (await app.call(contract.listOwnPosts, { limit: 20, ...asked }, { as: desk.session })).body.posts.map(
      ({ title }) => title,
    )

  test('finds what few of them have by an index, and counts them as they change', async () => {
    const [seen, rare] = [await aPlan(app.db, desk.creator.id), await aPlan(app.db, desk.creator.id)]
    const { id: oldest } = await aPost(app.db, desk.creator.id, {
      planId: rare.id,
      title: 'A wombat',
      now: new Date(0),
    })
    const { id: second } = await aPost(app.db, desk.creator.id, {
      title: 'Wombats &amp; more',
      now: new Date(1),
    })
    const { id: model } = await aPost(app.db, desk.creator.id, { planId: seen.id, title: 'Many' })
    await many(
      app.db,
      sql`insert into posts (id, creator_id, audience_id, title, html, cleaner_version, created_at, published_at)
        select gen_random_uuid(), creator_id, audience_id, 'Many ' || n, '<p>clay</p>', cleaner_version, created_at,
          published_at - n * interval '1 second' from posts, generate_series(1, 1500) n where id = ${model}`,
    )
    expect(await listed({ q: 'wombat' })).toEqual(['Wombats &amp; more', 'A wombat'])
    expect(await listed({ q: 'WOMB' })).toEqual(['Wombats &amp; more', 'A wombat'])
    expect(await listed({ q: 'wombat', planId: rare.id })).toEqual(['A wombat'])
    expect(await listed({ q: 'wombat', planId: seen.id })).toEqual([])
    expect(await listed({ q: 'wombat', cursor: second })).toEqual(['A wombat'])
    expect(await listed({ planId: rare.id })).toEqual(['A wombat'])
    expect(await listed({ q: 'clay' })).toHaveLength(20)
    expect(await listed({ q: 'clay', planId: seen.id, state: 'published' })).toHaveLength(20)
    await desk.move(oldest, 'hidden')
    expect(await listed({ q: 'wombat' })).toEqual(['Wombats &amp; more', 'A wombat'])
    expect(await listed({ q: 'wombat', state: 'published' })).toEqual(['Wombats &amp; more'])
    expect(await listed({ q: 'wombat', state: 'hidden' })).toEqual(['A wombat'])
    expect(await listed({ state: 'hidden', planId: rare.id })).toEqual(['A wombat'])
    const written = await desk.begin()
    await desk.save(written, { title: 'Another wombat' })
    await desk.save(second, { title: 'Written again' })
    expect(await listed({ q: 'wombat' })).toEqual(['Another wombat', 'A wombat'])
    expect(await listed({ q: 'again writ' })).toEqual(['Written again'])

    const counts = async () => (await app.call(contract.listOwnPosts, {}, { as: desk.session })).body.counts
    const counted = await counts()
    expect(counted).toEqual({ draft: 1, scheduled: 0, published: 1502, hidden: 1 })
    await app.call(deletePost, { id: oldest }, { as: desk.session })
    expect(await counts()).toEqual({ ...counted, hidden: 0 })
    await desk.move(oldest, 'restored')
    await desk.publish(written)
    expect(await counts()).toEqual({ draft: 0, scheduled: 0, published: 1503, hidden: 1 })
  })
})
