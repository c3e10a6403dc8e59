import { afterAll, beforeAll, expect, test } from 'vitest'

import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { ringsOf } from './testing.ts'

let app: TestApp
let ravi: BuiltUser
let open: { id: string }
let locked: { id: string }

beforeAll(async () => {
  app = await startTestApp()
  const creator = await aCreator(app.db, (await aUser(app.db)).id, { pageName: 'Asha Rao' })
  const plan = await aPlan(app.db, creator.id, { priceCents: 500 })
  ravi = await aUser(app.db)
  await aFollow(app.db, ravi.id, creator.id)
  open = await aPost(app.db, creator.id)
  locked = await aPost(app.db, creator.id, { planId: plan.id })
})
afterAll(() => app.close())

/** As the release before queued it. */
async function queue(name: string, payload: Record<string, string>): Promise<void> {
  const given = JSON.stringify({ ...payload, userId: ravi.id })
  await run(app.db, sql`select graphile_worker.add_job(${name}::text, payload => ${given}::json)`)
}

test('mails that an upgrade finds in the queue still come, once, and only of what may be read', async () => {
  const { audienceId } = await one(
    app.db,
    sql<{ audienceId: string }>`select audience_id as "audienceId" from posts where id = ${open.id}`,
  )
  for (const postId of [open.id, locked.id]) await queue('notifications.mail-new-post', { postId })
  await app.drain()
  await queue('notifications.mail-widened-post', { postId: open.id })
  await queue('notifications.mail-opened-posts', { audienceId })
  await app.drain()
  const mails = (await app.mails(ravi.email)).filter(({ text }) => text.includes('/unsubscribe/'))
  expect(mails).toHaveLength(1)
  const as = await aSession(app.db, app.platform, ravi.id)
  expect(await ringsOf(app, as)).toEqual([['new_post', 1]])
})
