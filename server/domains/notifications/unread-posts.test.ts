import { afterAll, beforeAll, expect, test } from 'vitest'

import { readNotifications } from '#contract/notifications/bell-routes.ts'
import { getFeed } from '#contract/posts/feed-routes.ts'
import { createPost, deletePost } from '#contract/posts/routes.ts'
import { aSignedInUser } from '#server/domains/accounts/testing.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { unreadOf } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const feedOf = async (as: TestSession, asked = {}) =>
  (await app.call(getFeed, asked, { as })).body.map(({ content }) => content)

test('a feed knows the posts that were not opened since their bell told of them', async () => {
  const asha = await aSignedInUser(app)
  const ravi = await aSignedInUser(app)
  const page = await aCreator(app.db, asha.user.id)
  await aFollow(app.db, ravi.user.id, page.id)
  for (const verse of ['One', 'Two', 'Three'])
    await app.call(createPost, { content: `<p>${verse}</p>` }, { as: asha.session })
  await app.drain()
  const all = ['<p>Three</p>', '<p>Two</p>', '<p>One</p>']
  expect(await feedOf(ravi.session, { only: 'unread' })).toEqual(all)
  expect(await feedOf(asha.session, { only: 'unread' })).toEqual([])

  const [three, two, one] = (await app.call(getFeed, {}, { as: ravi.session })).body
  expect(await feedOf(ravi.session, { only: 'unread', cursor: three?._id, limit: 1 })).toEqual(['<p>Two</p>'])
  await app.call(readNotifications, { postId: two?._id }, { as: ravi.session })
  expect(await feedOf(ravi.session, { only: 'unread' })).toEqual(['<p>Three</p>', '<p>One</p>'])
  expect(await unreadOf(app, ravi.session)).toBe(2)
  expect(await feedOf(ravi.session)).toEqual(all)

  await app.call(deletePost, { id: one?._id ?? '' }, { as: asha.session })
  expect(await feedOf(ravi.session, { only: 'unread' })).toEqual(['<p>Three</p>'])
})
