import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { followPage } from '#contract/audiences/routes.ts'
import {
  changeDigest,
  changeNotificationChoice,
  getNotificationChoices,
} from '#contract/notifications/choice-routes.ts'
import { localDay, nextLocalHour } from '#contract/notifications/local-time.ts'
import { MAILS_PER_DAY } from '#contract/notifications/kinds.ts'
import { unsubscribe } from '#contract/notifications/routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { aSession, aSignedInUser, type BuiltUser, suspend } from '#server/domains/accounts/testing.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { TestMail } from '#server/testing/app-on-database.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { ringsOf } from '../testing.ts'
import { sendDigests } from './digest-jobs.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ZONE = 'Asia/Kolkata'

let app: TestApp
let owner: { user: BuiltUser; session: TestSession }
let reader: { user: BuiltUser; session: TestSession }
let page: { id: string; handle: string }

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  owner = await aSignedInUser(app)
  page = await aCreator(app.db, owner.user.id, { pageName: 'Asha Rao' })
  reader = await aSignedInUser(app)
  await aFollow(app.db, reader.user.id, page.id)
  await app.call(changeDigest, { timeZone: ZONE }, { as: reader.session })
  await passUntil(nextLocalHour(app.clock.now(), { timeZone: ZONE, hour: 12 }))
  owner = await signIn(owner.user)
  reader = await signIn(reader.user)
})

/** The clock is moved by weeks, which sessions don't outlive. */
async function signIn(user: BuiltUser) {
  return { user, session: await aSession(app.db, app.platform, user.id) }
}

async function passUntil(moment: Date) {
  await app.clock.advance(app.db, Math.max(0, moment.getTime() - app.clock.now().getTime()))
  await enqueue(app.db, sendDigests, {})
  await app.drain()
}

const choose = (choice: { topic: 'newPosts' | 'followers'; mail: 'now' | 'daily' | 'weekly' | 'off' }) =>
  app.call(changeNotificationChoice, choice, { as: reader.session })

async function publish(title: string, planId?: string): Promise<string> {
  const post = { title, content: '<p>A verse</p>', ...(planId === undefined ? {} : { planId }) }
  const { body } = await app.call(createPost, post, { as: owner.session })
  await app.drain()
  return body.post._id
}

/** Optional mails, the oldest first. */
async function news(): Promise<TestMail[]> {
  const mails = await app.mails(reader.user.email)
  return mails.filter(({ text }) => text.includes('/unsubscribe/')).toReversed()
}
const subjects = async () => (await news()).map(({ subject }) => subject)
const eight = () => nextLocalHour(app.clock.now(), { timeZone: ZONE, hour: 8 })

describe('the digest', () => {
  test('comes at eight where its reader is, with what is new, once', async () => {
    await choose({ topic: 'newPosts', mail: 'daily' })
    await publish('The first verse')
    await publish('The second verse')
    await passUntil(new Date(eight().getTime() - 1000))
    expect(await subjects()).toEqual([])
    await passUntil(new Date(eight().getTime() + 1000))
    expect(await subjects()).toEqual(['Asha Rao published a new post, and 1 more'])
    const [mail] = await news()
    expect(mail?.text).toContain('The first verse')
    expect(mail?.text).toContain('The second verse')
    expect(mail?.links.filter((link) => link.includes('/posts/'))).toHaveLength(2)
    await passUntil(new Date(eight().getTime() + 1000))
    expect(await subjects()).toHaveLength(1)
  })

  test('of the week comes on Monday', async () => {
    await choose({ topic: 'newPosts', mail: 'weekly' })
    await publish('A verse')
    const monday = nextLocalHour(app.clock.now(), { timeZone: ZONE, hour: 8, isMonday: true })
    await passUntil(new Date(monday.getTime() - HOUR_MS))
    expect(await subjects()).toEqual([])
    await passUntil(monday)
    expect(await subjects()).toEqual(['Asha Rao published a new post'])
  })

  test('comes once, though its jobs run again and side by side', async () => {
    await choose({ topic: 'newPosts', mail: 'daily' })
    await publish('A verse')
    await app.clock.advance(app.db, DAY_MS)
    for (let time = 0; time < 3; time += 1) await enqueue(app.db, sendDigests, {})
    await run(
      app.db,
      sql`insert into jobs (name, payload)
        select 'notifications.mail-digest', ${JSON.stringify({ userId: reader.user.id })}::json from generate_series(1, 3)`,
    )
    await app.drain(4)
    expect(await subjects()).toHaveLength(1)
  })

  test('follows its reader to another time zone', async () => {
    await choose({ topic: 'newPosts', mail: 'daily' })
    await publish('A verse')
    await app.call(changeDigest, { timeZone: 'Europe/Moscow' }, { as: reader.session })
    await passUntil(eight())
    expect(await subjects()).toEqual([])
    await passUntil(nextLocalHour(app.clock.now(), { timeZone: 'Europe/Moscow', hour: 8 }))
    expect(await subjects()).toHaveLength(1)
  })

  test('names no post that its reader may no longer read, and no page they turned off since', async () => {
    await choose({ topic: 'newPosts', mail: 'daily' })
    const plan = await aPlan(app.db, page.id)
    const { id } = await aSubscription(app.db, reader.user.id, plan, {
      accessUntil: new Date(app.clock.now().getTime() + HOUR_MS),
    })
    await publish('For members', plan.id)
    await publish('For everyone')
    const gone = await publish('Gone')
    await run(app.db, sql`update subscriptions set status = 'canceled' where id = ${id}`)
    await run(app.db, sql`update posts set deleted_at = now() where id = ${gone}`)
    await passUntil(eight())
    const [mail] = await news()
    expect(mail?.text).toContain('For everyone')
    expect(mail?.text).not.toContain('For members')
    expect(mail?.text).not.toContain('Gone')
    await publish('Later')
    await choose({ topic: 'newPosts', mail: 'off' })
    await passUntil(eight())
    expect(await subjects()).toHaveLength(1)
  })

  test('is not sent to people who are suspended', async () => {
    await choose({ topic: 'newPosts', mail: 'daily' })
    await publish('A verse')
    await suspend(app.db, app.platform, reader.user.id)
    await passUntil(eight())
    expect(await subjects()).toEqual([])
    expect(await many(app.db, sql`select from digest_items where user_id = ${reader.user.id}`)).toEqual([])
  })

  test('tells creators of people who follow, grouped', async () => {
    await app.call(changeNotificationChoice, { topic: 'followers', mail: 'daily' }, { as: owner.session })
    await app.call(changeDigest, { timeZone: ZONE }, { as: owner.session })
    for (const name of ['Meera Das', 'Dev Nair']) {
      const fan = await aSignedInUser(app, { name })
      await app.call(followPage, { pageHandle: page.handle }, { as: fan.session })
    }
    await app.drain()
    await passUntil(eight())
    expect((await app.mails(owner.user.email)).map(({ subject }) => subject)).toEqual([
      'Dev Nair and 1 other follow you',
    ])
  })
})

describe('at most eight mails a day', () => {
  test('reach a person; the rest is in the next digest, which is one of its own day', async () => {
    for (let count = 1; count <= MAILS_PER_DAY + 3; count += 1) await publish(`Verse ${count}`)
    expect(await subjects()).toEqual(
      Array.from({ length: 8 }, (_, index) => `New from Asha Rao: Verse ${index + 1}`),
    )
    expect(await ringsOf(app, reader.session)).toHaveLength(11)
    await passUntil(eight())
    const mails = await news()
    expect(mails).toHaveLength(9)
    expect(mails.at(-1)?.subject).toBe('Asha Rao published a new post, and 2 more')
    for (const title of ['Verse 9', 'Verse 10', 'Verse 11']) expect(mails.at(-1)?.text).toContain(title)
    for (let count = 1; count <= MAILS_PER_DAY; count += 1) await publish(`Later verse ${count}`)
    expect(await news()).toHaveLength(16)
  })

  test('hold for the digest, too: it waits until the next morning', async () => {
    await choose({ topic: 'newPosts', mail: 'daily' })
    await publish('A quiet verse')
    await run(
      app.db,
      sql`insert into notification_mail_days (user_id, day, mails)
        values (${reader.user.id}, ${localDay(eight(), ZONE)}::date, ${MAILS_PER_DAY})`,
    )
    await passUntil(eight())
    expect(await subjects()).toEqual([])
    await passUntil(eight())
    expect(await subjects()).toEqual(['Asha Rao published a new post'])
  })
})

describe('one click ends', () => {
  async function endBy(mail: TestMail | undefined): Promise<number> {
    const link = mail?.links.find((address) => address.includes('/unsubscribe/')) ?? ''
    return (await app.call(unsubscribe, { token: link.split('/').at(-1) ?? '' })).status
  }

  test('the digest, and choosing one for something brings it back', async () => {
    await choose({ topic: 'newPosts', mail: 'daily' })
    await publish('A verse')
    await passUntil(eight())
    expect(await endBy((await news())[0])).toBe(200)
    await publish('Another verse')
    await passUntil(eight())
    expect(await subjects()).toHaveLength(1)
    const choices = await app.call(getNotificationChoices, {}, { as: reader.session })
    expect(choices.body.digest).toEqual({ isWanted: false, timeZone: ZONE })
    await choose({ topic: 'newPosts', mail: 'daily' })
    await publish('A third verse')
    await passUntil(eight())
    expect(await subjects()).toHaveLength(2)
  })

  test('the mails about a topic', async () => {
    await app.call(changeNotificationChoice, { topic: 'followers', mail: 'now' }, { as: owner.session })
    const followed = async () => {
      const fan = await aSignedInUser(app, { name: 'Meera Das' })
      await app.call(followPage, { pageHandle: page.handle }, { as: fan.session })
      await app.drain()
      return app.mails(owner.user.email)
    }
    const mails = await followed()
    expect(mails.map(({ subject }) => subject)).toEqual(['Meera Das follows you'])
    expect(await endBy(mails[0])).toBe(200)
    expect(await followed()).toHaveLength(1)
  })

  test('the mails of one page, and others go on', async () => {
    await publish('A verse')
    expect(await endBy((await news())[0])).toBe(200)
    await publish('Another verse')
    expect(await subjects()).toHaveLength(1)
    expect(await ringsOf(app, reader.session)).toHaveLength(2)
  })
})
