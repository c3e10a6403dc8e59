import { afterAll, beforeAll, expect, test } from 'vitest'

import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { changeDigest, changeNotificationChoice } from '#contract/notifications/choice-routes.ts'
import { likePost } from '#contract/posts/mark-routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { aSession, aSignedInUser, aUser, PASSWORD } from '#server/domains/accounts/testing.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { bellOf } from './testing.ts'

const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function rowsOf(userId: string): Promise<Record<string, number>> {
  const counts = ['notifications', 'notification_occasions', 'notification_choices', 'digest_items'].map(
    (table) =>
      sql`(select count(*)::integer from ${sql.table(table)} t where t.user_id = ${userId}) as ${sql.ref(table)}`,
  )
  return one(app.db, sql<Record<string, number>>`select ${sql.join(counts)}`)
}

test('people take along what they chose and heard, and all of it is erased with them', async () => {
  const owner = await aSignedInUser(app)
  const page = await aCreator(app.db, owner.user.id, { pageName: 'Asha Rao' })
  const reader = await aUser(app.db, { password: PASSWORD })
  const as = await aSession(app.db, app.platform, reader.id)
  const ownPage = await aCreator(app.db, reader.id)
  await aFollow(app.db, reader.id, page.id)
  await app.call(changeNotificationChoice, { topic: 'newPosts', mail: 'daily' }, { as })
  await app.call(changeDigest, { timeZone: 'Asia/Kolkata' }, { as })
  await app.call(createPost, { content: '<p>A verse</p>' }, { as: owner.session })
  await app.drain()
  const ownPost = await aPost(app.db, ownPage.id)
  await app.call(likePost, { id: ownPost.id }, { as: owner.session })
  await app.drain()
  await run(
    app.db,
    sql`insert into push_devices (id, user_id, session_id, endpoint, p256dh, auth, added_at)
      select gen_random_uuid(), ${reader.id}, id, 'https://fcm.googleapis.com/fcm/send/x', 'x', 'x', now()
      from sessions where user_id = ${reader.id}`,
  )
  expect(Object.values(await rowsOf(reader.id)).every((count) => count > 0)).toBe(true)

  const { body } = await app.call(exportOwnData, {}, { as })
  expect(body).toMatchObject({
    notificationChoices: {
      timeZone: 'Asia/Kolkata',
      digest: true,
      topics: [{ topic: 'newPosts', page: null, mail: 'daily' }],
    },
    notifications: [
      { kind: 'post_liked', count: 1, isRead: false },
      { kind: 'new_post', page: page.handle },
    ],
    pushDevices: [{ service: 'fcm.googleapis.com' }],
  })

  await app.call(requestDeletion, { currentPassword: PASSWORD }, { as })
  await app.drain()
  await app.clock.advance(app.db, 15 * DAY_MS)
  await app.drain()
  expect(Object.values(await rowsOf(reader.id))).toEqual([0, 0, 0, 0])
  const left = await one(
    app.db,
    sql<{ devices: number; zone: string | null }>`select (select count(*)::integer from push_devices
        where user_id = ${reader.id}) as devices, time_zone as zone from users where id = ${reader.id}`,
  )
  expect(left).toEqual({ devices: 0, zone: null })
})

test('somebody who left is no longer named in other people’s bells', async () => {
  const owner = await aSignedInUser(app)
  const page = await aCreator(app.db, owner.user.id)
  const post = await aPost(app.db, page.id)
  const fan = await aUser(app.db, { name: 'Zyx Wombat', password: PASSWORD })
  const as = await aSession(app.db, app.platform, fan.id)
  await app.call(likePost, { id: post.id }, { as })
  await app.drain()
  expect((await bellOf(app, owner.session))[0]?.actors).toMatchObject([{ name: 'Zyx Wombat' }])
  await app.call(requestDeletion, { currentPassword: PASSWORD }, { as })
  await app.drain()
  await app.clock.advance(app.db, 15 * DAY_MS)
  await app.drain()
  const owners = await aSession(app.db, app.platform, owner.user.id)
  expect((await bellOf(app, owners))[0]).toMatchObject({ actors: [], count: 1 })
})
