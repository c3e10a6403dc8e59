import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { cancelDeletion, requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { login, updateUser } from '#contract/accounts/routes.ts'
import { updateCreator } from '#contract/creators/routes.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { accountErased, deletionCancelled, deletionRequested } from './events.ts'
import { logIn, PASSWORD } from './flow-testing.ts'
import { aSession, aUser } from './testing.ts'

const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aCreatorWithMember() {
  const user = await aUser(app.db, { password: PASSWORD, now: app.clock.now() })
  const session = await aSession(app.db, app.platform, user.id)
  const page = await aCreator(app.db, user.id)
  const plan = await aPlan(app.db, page.id)
  await aPost(app.db, page.id, { planId: plan.id })
  const member = await aUser(app.db)
  await aSubscription(app.db, member.id, plan, { now: app.clock.now() })
  return { user, session, page, member }
}

function queue(job: string, payload: object): Promise<number> {
  return run(app.db, sql`insert into jobs (name, payload) values (${job}, ${JSON.stringify(payload)}::json)`)
}

/** The present state of everything that erasing touches. */
function stand(userId: string) {
  return many(
    app.db,
    sql`select u.name, u.email, u.username, u.erased_at, c.page_name, c.handle, c.hidden_at,
        (select json_agg(s.status order by s.id) from subscriptions s where s.creator_id = c.id) as members,
        (select json_agg(p.html || p.deleted_at order by p.id) from posts p where p.creator_id = c.id) as posts
      from users u left join creators c on c.user_id = u.id where u.id = ${userId}`,
  )
}

async function expectNoFailedJob(): Promise<void> {
  expect(await many(app.db, sql`select last_error from jobs where last_error is not null`)).toEqual([])
}

async function statusOf(path: string | null): Promise<number> {
  return (await fetch(`${app.baseUrl}${path ?? ''}`)).status
}

describe('erasing an account', () => {
  test('does nothing before its day, nor to users who stay', async () => {
    const { user, session } = await aCreatorWithMember()
    await queue('accounts.erase', { userId: user.id })
    await app.drain()
    await app.call(requestDeletion, { currentPassword: PASSWORD }, { as: session })
    await app.clock.advance(app.db, 13 * DAY_MS)
    await queue('accounts.erase', { userId: user.id })
    await queue('accounts.sweep-deletions', {})
    await app.drain()
    expect((await app.call(login, { email: user.email, password: PASSWORD })).status).toBe(200)
  })

  test('is done by the sweep if its job was lost', async () => {
    const { user, session } = await aCreatorWithMember()
    await app.call(requestDeletion, { currentPassword: PASSWORD }, { as: session })
    await app.drain()
    await run(app.db, sql`delete from jobs where key = ${`erase:${user.id}`}`)
    await app.clock.advance(app.db, 15 * DAY_MS)
    await app.drain()
    expect((await app.call(login, { email: user.email, password: PASSWORD })).status).toBe(200)
    await queue('accounts.sweep-deletions', {})
    await app.drain()
    expect((await app.call(login, { email: user.email, password: PASSWORD })).status).toBe(401)
  })

  test('changes nothing the second time, whichever event repeats, in any order', async () => {
    const { user, session } = await aCreatorWithMember()
    await app.call(requestDeletion, { currentPassword: PASSWORD }, { as: session })
    await app.drain()
    await app.clock.advance(app.db, 14 * DAY_MS)
    await app.drain()
    const before = await stand(user.id)
    expect(before).toMatchObject([{ name: 'Former member', page_name: 'A former creator' }])
    await emit(app.db, accountErased, { userId: user.id, pictureKey: null }, app.clock.now())
    await emit(app.db, deletionCancelled, { userId: user.id }, app.clock.now())
    await emit(app.db, deletionRequested, { userId: user.id }, app.clock.now())
    await queue('accounts.erase', { userId: user.id })
    await app.drain()
    expect(await stand(user.id)).toEqual(before)
    await expectNoFailedJob()
    const mails = (await app.mails(user.email)).map(({ subject }) => subject)
    expect(mails.filter((subject) => subject === 'Your Cheers account is deleted')).toHaveLength(1)
  })

  test('does not touch a page that is back: late events follow the current state', async () => {
    const { user, session, page } = await aCreatorWithMember()
    await app.call(requestDeletion, { currentPassword: PASSWORD }, { as: session })
    const back = await logIn(app, { email: user.email, password: PASSWORD })
    await app.call(cancelDeletion, {}, { as: back })
    await emit(app.db, deletionRequested, { userId: user.id }, app.clock.now())
    await app.drain()
    expect(await statusOf(`/api/creator/creatorDetails/${page.handle}`)).toBe(200)
    const { status } = await one(
      app.db,
      sql<{ status: string }>`select status from subscriptions where creator_id = ${page.id}`,
    )
    expect(status).toBe('active')
  })

  test('removes the pictures from the store', async () => {
    const { session, page } = await aCreatorWithMember()
    const bytes = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#174a34' } })
      .png()
      .toBuffer()
    const file = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
    const own = await app.call(
      updateUser,
      { displayName: 'Asha', username: `asha-${page.id.slice(-8)}` },
      { as: session, files: { profileImage: file } },
    )
    const ofPage = await app.call(
      updateCreator,
      { pageHandle: page.handle },
      { as: session, files: { profileImage: file, bannerImage: file } },
    )
    const pictures = [own.body.user.profileImage, ofPage.body.profileImage, ofPage.body.bannerImage]
    expect(await Promise.all(pictures.map(statusOf))).toEqual([200, 200, 200])
    expect(await statusOf(`/media/og/${page.handle}.png`)).toBe(200)
    expect(await app.platform.storage.stat(`share/${page.id}.bin`)).not.toBeNull()

    await app.call(requestDeletion, { currentPassword: PASSWORD }, { as: session })
    await app.clock.advance(app.db, 14 * DAY_MS)
    await app.drain()
    expect(await Promise.all(pictures.map(statusOf))).toEqual([404, 404, 404])
    expect(await statusOf(`/media/og/${page.handle}.png`)).toBe(404)
    expect(await app.platform.storage.stat(`share/${page.id}.bin`)).toBeNull()
    await expectNoFailedJob()
  })
})
