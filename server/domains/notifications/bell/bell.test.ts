import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { listNotifications, readNotifications } from '#contract/notifications/bell-routes.ts'
import { BELL_MAX_DAYS, BELL_MAX_ROWS } from '#contract/notifications/kinds.ts'
import { likePost, unlikePost } from '#contract/posts/mark-routes.ts'
import { aSignedInUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { bellOf, ringsOf, unreadOf } from '../testing.ts'
import { tidyBells } from './tidy-job.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let owner: { user: BuiltUser; session: TestSession }
let page: { id: string; handle: string }

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  owner = await aSignedInUser(app)
  page = await aCreator(app.db, owner.user.id, { pageName: 'Asha Rao' })
})

async function like(postId: string, name: string): Promise<TestSession> {
  const { session } = await aSignedInUser(app, { name })
  await app.call(likePost, { id: postId }, { as: session })
  await app.drain()
  return session
}

/** An hour always begins anew, so that no test straddles one. */
async function beginAnHour(): Promise<void> {
  const now = app.clock.now().getTime()
  await app.clock.advance(app.db, HOUR_MS - (now % HOUR_MS) + 1000)
}

describe('likes', () => {
  test('of a post within an hour are one row, with those who like it last', async () => {
    await beginAnHour()
    const post = await aPost(app.db, page.id, { title: 'The first verse' })
    for (const name of ['Ravi Menon', 'Meera Das', 'Dev Nair', 'Sara Khan']) await like(post.id, name)
    const [row, ...others] = await bellOf(app, owner.session)
    expect(others).toEqual([])
    expect(row).toMatchObject({ kind: 'post_liked', count: 4, title: 'The first verse', isRead: false })
    expect(row?.actors.map(({ name }) => name)).toEqual(['Sara Khan', 'Dev Nair', 'Meera Das'])
    expect(row?.path).toContain(`/${page.handle}/posts/`)
    await beginAnHour()
    await like(post.id, 'Anil Roy')
    expect(await ringsOf(app, owner.session)).toEqual([
      ['post_liked', 1],
      ['post_liked', 4],
    ])
  })

  test('after it was read are a new row, and the same like never counts again', async () => {
    await beginAnHour()
    const post = await aPost(app.db, page.id)
    const ravi = await like(post.id, 'Ravi Menon')
    await app.call(readNotifications, { all: true }, { as: owner.session })
    await app.call(unlikePost, { id: post.id }, { as: ravi })
    await app.call(likePost, { id: post.id }, { as: ravi })
    await app.drain()
    expect(await unreadOf(app, owner.session)).toBe(0)
    await like(post.id, 'Meera Das')
    expect(await ringsOf(app, owner.session)).toEqual([
      ['post_liked', 1],
      ['post_liked', 1],
    ])
    expect(await unreadOf(app, owner.session)).toBe(1)
  })

  test('count once, though their job runs again', async () => {
    const post = await aPost(app.db, page.id)
    const { user, session } = await aSignedInUser(app)
    await app.call(likePost, { id: post.id }, { as: session })
    await run(
      app.db,
      sql`insert into jobs (name, payload)
        select 'bell:on:posts.liked', ${JSON.stringify({ postId: post.id, userId: user.id })}::json from generate_series(1, 3)`,
    )
    await app.drain(4)
    expect(await ringsOf(app, owner.session)).toEqual([['post_liked', 1]])
  })

  test('of one’s own posts, of people one has blocked, and that were taken back tell nothing', async () => {
    const post = await aPost(app.db, page.id)
    await app.call(likePost, { id: post.id }, { as: owner.session })
    const { user, session } = await aSignedInUser(app)
    await app.call(likePost, { id: post.id }, { as: session })
    await run(
      app.db,
      sql`insert into blocks (blocker_id, blocked_id, created_at) values (${owner.user.id}, ${user.id}, now())`,
    )
    const fickle = await aSignedInUser(app)
    await app.call(likePost, { id: post.id }, { as: fickle.session })
    await app.call(unlikePost, { id: post.id }, { as: fickle.session })
    await app.drain()
    expect(await ringsOf(app, owner.session)).toEqual([])
  })

  test('are never mailed', async () => {
    const post = await aPost(app.db, page.id)
    await like(post.id, 'Ravi Menon')
    expect(await app.mails(owner.user.email)).toEqual([])
    expect(await many(app.db, sql`select from digest_items where user_id = ${owner.user.id}`)).toEqual([])
  })
})

describe('the bell', () => {
  async function ring(count: number, userId = owner.user.id, agoDays = 0): Promise<void> {
    await run(
      app.db,
      sql`insert into notifications (id, user_id, kind, group_key, creator_id, count, updated_at)
        select gen_random_uuid(), ${userId}, 'follower', 'x:' || gen_random_uuid(), ${page.id}, 1,
          ${app.clock.now()}::timestamptz - make_interval(days => ${agoDays}) - make_interval(secs => number)
        from generate_series(1, ${count}) number`,
    )
  }

  test('is read page by page, nothing twice and nothing left out', async () => {
    await ring(45)
    const ids: string[] = []
    for (let cursor: string | undefined; ;) {
      const { body } = await app.call(
        listNotifications,
        { limit: 10, ...(cursor === undefined ? {} : { cursor }) },
        { as: owner.session },
      )
      ids.push(...body.map(({ id }) => id))
      cursor = body.at(-1)?._id
      if (body.length < 10) break
    }
    expect(new Set(ids).size).toBe(45)
    expect(ids).toHaveLength(45)
  })

  test('is marked as read row by row, or as a whole, and only by its owner', async () => {
    await ring(3)
    const [first] = await bellOf(app, owner.session)
    const stranger = await aSignedInUser(app)
    await app.call(readNotifications, { ids: [first?.id ?? ''] }, { as: stranger.session })
    expect(await unreadOf(app, owner.session)).toBe(3)
    const once = await app.call(readNotifications, { ids: [first?.id ?? ''] }, { as: owner.session })
    expect(once.body).toEqual({ read: 1 })
    expect(await unreadOf(app, owner.session)).toBe(2)
    await app.call(readNotifications, {}, { as: owner.session })
    expect(await unreadOf(app, owner.session)).toBe(2)
    await app.call(readNotifications, { all: true }, { as: owner.session })
    expect(await unreadOf(app, owner.session)).toBe(0)
    expect((await bellOf(app, owner.session)).every(({ isRead }) => isRead)).toBe(true)
  })

  test('keeps 500 rows for 90 days', async () => {
    const old = await aSignedInUser(app)
    await ring(BELL_MAX_ROWS + 20)
    await ring(2, old.user.id, BELL_MAX_DAYS + 1)
    await ring(1, old.user.id, BELL_MAX_DAYS - 1)
    expect(await bellOf(app, old.session)).toHaveLength(1)
    await enqueue(app.db, tidyBells, {})
    await app.drain()
    const [counts] = await many(
      app.db,
      sql<{ kept: number; young: number }>`select
        count(*) filter (where user_id = ${owner.user.id})::integer as kept,
        count(*) filter (where user_id = ${old.user.id})::integer as young from notifications`,
    )
    expect(counts).toEqual({ kept: BELL_MAX_ROWS, young: 1 })
  })
})
