import { afterAll, beforeAll, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import {
  getPostMarks,
  likePost,
  listMarkedPosts,
  savePost,
  unlikePost,
  unsavePost,
} from '#contract/posts/mark-routes.ts'
import { deletePost } from '#contract/posts/routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { type BuiltUser, aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { eraseMarks } from './mark-queries.ts'
import { aPost } from './testing.ts'

let app: TestApp
let owner: BuiltUser
let asOwner: TestSession
let creatorId: string
let plan: PlanRow
let planId: string

beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.db)
  asOwner = await aSession(app.db, app.platform, owner.id)
  creatorId = (await aCreator(app.db, owner.id, { handle: 'asha' })).id
  plan = await aPlan(app.db, creatorId, { priceCents: 500 })
  planId = plan.id
})
afterAll(() => app.close())

async function aPerson(): Promise<{ id: string; session: TestSession }> {
  const { id } = await aUser(app.db)
  return { id, session: await aSession(app.db, app.platform, id) }
}

async function marksOf(id: string, as?: TestSession) {
  return (await app.call(getPostMarks, { ids: id }, { as })).body[0]
}

test('a like counts once, however often it is given, and is taken back once', async () => {
  const { id } = await aPost(app.db, creatorId)
  const { session } = await aPerson()
  expect((await app.call(likePost, { id }, { as: session })).body).toEqual({ count: 1 })
  expect((await app.call(likePost, { id }, { as: session })).body).toEqual({ count: 1 })
  expect(await marksOf(id, session)).toMatchObject({ likes: 1, isLiked: true, isSaved: false })
  expect(await marksOf(id)).toMatchObject({ likes: 1, isLiked: false })
  expect((await app.call(unlikePost, { id }, { as: session })).body).toEqual({ count: 0 })
  expect((await app.call(unlikePost, { id }, { as: session })).body).toEqual({ count: 0 })
})

test('the count is right when many people press at the same moment', async () => {
  const { id } = await aPost(app.db, creatorId)
  const people = await Promise.all(Array.from({ length: 12 }, aPerson))
  await Promise.all(
    people.flatMap(({ session }) =>
      [likePost, likePost, unlikePost, likePost].map((route) => app.call(route, { id }, { as: session })),
    ),
  )
  const marks = await Promise.all(people.map(({ session }) => marksOf(id, session)))
  const likers = marks.filter((mark) => mark?.isLiked).length
  expect(marks[0]?.likes).toBe(likers)
  await Promise.all(people.map(({ session }) => app.call(unlikePost, { id }, { as: session })))
  expect(await marksOf(id)).toMatchObject({ likes: 0 })
})

test('only people who can read a post like or save it; its count is no secret', async () => {
  const { id } = await aPost(app.db, creatorId, { planId })
  const stranger = await aPerson()
  const member = await aPerson()
  await aSubscription(app.db, member.id, plan)
  for (const route of [likePost, savePost]) {
    expect((await app.call(route, { id }, { as: stranger.session })).failure.code).toBe('post_locked')
    expect((await app.call(route, { id }, { as: member.session })).status).toBe(200)
    expect((await app.call(route, { id })).status).toBe(401)
  }
  expect(await marksOf(id, stranger.session)).toMatchObject({ likes: 1, isLiked: false, isSaved: false })
})

test('someone the creator blocked leaves no like', async () => {
  const { id } = await aPost(app.db, creatorId)
  const { id: userId, session } = await aPerson()
  await app.call(blockUser, { userId }, { as: asOwner })
  expect((await app.call(likePost, { id }, { as: session })).failure.code).toBe('post_locked')
})

test('posts that are not shown have no marks', async () => {
  const { id } = await aPost(app.db, creatorId)
  const { session } = await aPerson()
  await app.call(likePost, { id }, { as: session })
  await app.call(deletePost, { id }, { as: asOwner })
  expect(await marksOf(id, session)).toBeUndefined()
  expect((await app.call(likePost, { id }, { as: session })).failure.code).toBe('post_not_found')
})

test('a hundred posts are asked for at once, and no more', async () => {
  const ids = Array.from({ length: 101 }, () => '01990000-0000-7000-8000-000000000000')
  expect((await app.call(getPostMarks, { ids: ids.join(',') })).status).toBe(422)
  expect((await app.call(getPostMarks, { ids: ids.slice(1).join(',') })).status).toBe(200)
  expect((await app.call(getPostMarks, { ids: 'all' })).status).toBe(422)
})

test('the own lists hold what was marked last first, page by page; a lapsed member sees a locked post', async () => {
  const { id: memberId, session } = await aPerson()
  const subscription = await aSubscription(app.db, memberId, plan)
  const posts = []
  for (const post of [{ planId }, {}, {}, {}]) {
    posts.push((await aPost(app.db, creatorId, { ...post, html: '<p>zyxwombat</p>' })).id)
    await app.call(savePost, { id: posts.at(-1) ?? '' }, { as: session })
  }
  const [locked, gone, ...rest] = posts
  await app.call(deletePost, { id: gone ?? '' }, { as: asOwner })
  await run(
    app.db,
    sql`update subscriptions set access_until = now() - interval '60 days'
    where id = ${subscription.id}`,
  )
  const first = await app.call(listMarkedPosts, { mark: 'saved', limit: 2 }, { as: session })
  const cursor = first.body.at(-1)?._id ?? ''
  const second = await app.call(listMarkedPosts, { mark: 'saved', limit: 2, cursor }, { as: session })
  expect([...first.body, ...second.body].map(({ post }) => post._id)).toEqual([...rest.toReversed(), locked])
  expect(second.body[0]?.post).toMatchObject({ locked: true, content: '' })
  for (const id of posts) await app.call(unsavePost, { id }, { as: session })
  expect((await app.call(listMarkedPosts, { mark: 'saved' }, { as: session })).body).toEqual([])
  expect((await app.call(listMarkedPosts, { mark: 'liked' }, { as: session })).body).toEqual([])
})

test('an erased account takes its likes along', async () => {
  const { id } = await aPost(app.db, creatorId)
  const leaving = await aPerson()
  const staying = await aPerson()
  for (const { session } of [leaving, staying]) await app.call(likePost, { id }, { as: session })
  await eraseMarks(app.db, leaving.id)
  expect(await marksOf(id, staying.session)).toMatchObject({ likes: 1, isLiked: true })
})

test('what someone liked and saved is in the data they take along', async () => {
  const { id } = await aPost(app.db, creatorId, { title: 'Monsoon' })
  const { session } = await aPerson()
  await app.call(likePost, { id }, { as: session })
  await app.call(savePost, { id }, { as: session })
  const { body } = await app.call(exportOwnData, {}, { as: session })
  expect(body.markedPosts).toMatchObject([{ title: 'Monsoon' }, { title: 'Monsoon' }])
  expect(body.markedPosts.map(({ mark }) => mark).toSorted()).toEqual(['liked', 'saved'])
})
