import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getPlayback } from '#contract/media/routes.ts'
import { createPost, getPost } from '#contract/posts/routes.ts'
import * as contract from '#contract/posts/writing-routes.ts'
import { aSignedInUser, aUser } from '#server/domains/accounts/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { retirePlan } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { passPostTime } from '../testing.ts'
import { holdersOf, HOUR_MS, words, writingDesk } from './writing-testing.ts'

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

describe('publishing a draft', () => {
  beforeAll(openDesk)

  test('shows it with its title, and mails it to members who want that', async () => {
    const plan = await aPlan(app.db, desk.creator.id)
    const member = await aUser(app.db)
    await aSubscription(app.db, member.id, plan)
    const id = await desk.begin()
    await desk.save(id, { title: 'Out now', content: words('Hello') })
    expect(await desk.publish(id)).toMatchObject({ status: 200, body: { post: { state: 'published' } } })
    expect((await app.call(getPost, { id })).body).toMatchObject({
      title: 'Out now',
      content: '<p>Hello</p>',
      editedAt: null,
    })
    await app.drain()
    expect(await app.mails(member.email)).toHaveLength(1)

    const quiet = await desk.begin()
    await desk.save(quiet, { isMailed: false })
    await desk.publish(quiet)
    await app.drain()
    expect(await app.mails(member.email)).toHaveLength(1)
  })

  test('twice is publishing once', async () => {
    const id = await desk.begin()
    const { body } = await desk.save(id)
    const input = { id, revision: body.revision }
    const answers = await Promise.all([
      app.call(contract.publishDraft, input, { as: desk.session }),
      app.call(contract.publishDraft, input, { as: desk.session }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await desk.shown()).filter((each) => each === id)).toHaveLength(1)
  })

  test('needs no words where there is a picture', async () => {
    const id = await desk.begin()
    const { id: mediaId } = await aMedium(app.db, desk.userId, 'image')
    await desk.save(id, { title: null, content: { blocks: [] }, mediaIds: [mediaId] })
    expect((await desk.publish(id)).status).toBe(200)
    expect((await app.call(getPost, { id })).body.allMedia.map(({ _id }) => _id)).toEqual([mediaId])
  })

  test('waits for media that are still prepared, and goes out once', async () => {
    const id = await desk.begin()
    const { id: mediaId } = await aMedium(app.db, desk.userId, 'video')
    await run(app.db, sql`update media set state = 'processing' where id = ${mediaId}`)
    await desk.save(id, { mediaIds: [mediaId] })
    await desk.publish(id)
    expect(await desk.shown()).not.toContain(id)
    expect(await desk.shown(desk.session)).toContain(id)
  })

  test('does not wait for a medium that was taken out of it', async () => {
    const id = await desk.begin()
    const { id: mediaId } = await aMedium(app.db, desk.userId, 'video')
    await run(app.db, sql`update media set state = 'processing' where id = ${mediaId}`)
    await desk.save(id, { mediaIds: [mediaId] })
    await desk.publish(id)
    expect(await desk.shown()).not.toContain(id)
    await desk.save(id, { mediaIds: [] })
    await desk.publish(id)
    expect(await desk.shown()).toContain(id)
  })

  test('is refused for a plan that is gone', async () => {
    const plan = await aPlan(app.db, desk.creator.id)
    const id = await desk.begin()
    await desk.save(id, { audience: holdersOf(plan.id) })
    await app.platform.database.db
      .transaction()
      .execute((db) => retirePlan(db, desk.creator.id, plan.id, app.clock.now()))
    expect(await desk.publish(id)).toMatchObject({ status: 404, failure: { code: 'plan_not_found' } })
  })
})

describe('editing a published post', () => {
  beforeAll(openDesk)

  test('changes nothing for others until it is published again, and says that it was edited', async () => {
    const id = await desk.begin()
    await desk.save(id, { title: 'Before' })
    await desk.publish(id)
    const { publishedAt } = (await app.call(getPost, { id })).body
    expect((await desk.save(id, { title: 'After' })).body).toMatchObject({
      hasChanges: true,
      state: 'published',
    })
    expect((await app.call(getPost, { id })).body.title).toBe('Before')
    await desk.publish(id)
    const after = (await app.call(getPost, { id })).body
    expect(after).toMatchObject({ title: 'After', publishedAt })
    expect(after.editedAt).not.toBeNull()
  })

  test('can not be put off', async () => {
    const id = await desk.begin()
    await desk.save(id)
    await desk.publish(id)
    await desk.save(id, { title: 'Later' })
    expect(await desk.publish(id, desk.ahead(HOUR_MS))).toMatchObject({ status: 422 })
    expect((await app.call(getPost, { id })).body.title).toBe('A title')
  })

  test('can be given up', async () => {
    const id = await desk.begin()
    await desk.save(id, { title: 'Before' })
    await desk.publish(id)
    const { id: mediaId } = await aMedium(app.db, desk.userId, 'image')
    await desk.save(id, { title: 'After', mediaIds: [mediaId] })
    await app.call(contract.discardChanges, { id }, { as: desk.session })
    expect(await desk.draftOf(id)).toMatchObject({
      title: 'Before',
      hasChanges: false,
      media: [],
    })
    expect(await many(app.db, sql`select id from media where id = ${mediaId}`)).toEqual([])
  })

  test('swaps its pictures when it is published, and not before', async () => {
    const id = await desk.begin()
    const [first, second] = [
      await aMedium(app.db, desk.userId, 'image'),
      await aMedium(app.db, desk.userId, 'image'),
    ]
    await desk.save(id, { mediaIds: [first.id] })
    await desk.publish(id)
    await desk.save(id, { mediaIds: [second.id] })
    const pictures = async () => (await app.call(getPost, { id })).body.allMedia.map(({ _id }) => _id)
    expect(await pictures()).toEqual([first.id])
    const { session: stranger } = await aSignedInUser(app)
    expect((await app.call(getPlayback, { mediaId: second.id }, { as: stranger })).status).toBe(404)
    await desk.publish(id)
    expect(await pictures()).toEqual([second.id])
    expect(await many(app.db, sql`select id from media where id = ${first.id}`)).toEqual([])
  })

  test('works for one that was sent as HTML', async () => {
    const { body } = await app.call(
      createPost,
      { content: '<h2>Tea</h2><ul><li>Boil</li></ul>' },
      { as: desk.session },
    )
    const { _id: id } = body.post
    expect(await desk.draftOf(id)).toMatchObject({
      revision: 0,
      content: {
        blocks: [
          { type: 'header', data: { text: 'Tea', level: 2 } },
          { type: 'list', data: { items: [{ content: 'Boil' }] } },
        ],
      },
    })
    const { session: stranger } = await aSignedInUser(app)
    expect((await app.call(contract.getDraft, { id }, { as: stranger })).status).toBe(403)
  })
})

describe('a scheduled post', () => {
  beforeAll(openDesk)

  test('goes out at its time with what was confirmed, and to nobody before', async () => {
    const id = await desk.begin()
    await desk.save(id, { title: 'At nine' })
    expect(await desk.publish(id, desk.ahead(HOUR_MS))).toMatchObject({
      body: { msg: 'Post scheduled', post: { state: 'scheduled', path: null } },
    })
    // Saved, but not confirmed.
    await desk.save(id, { title: 'At ten' })
    await passPostTime(app, HOUR_MS - 60_000)
    expect(await desk.shown()).not.toContain(id)
    await passPostTime(app, 61_000)
    const { body } = await app.call(getPost, { id })
    expect(body.title).toBe('At nine')
    expect(new Date(body.publishedAt).getTime()).toBeGreaterThan(new Date(body.createdAt).getTime())
    expect(await desk.draftOf(id)).toMatchObject({
      state: 'published',
      title: 'At ten',
      hasChanges: true,
    })
  })

  test('becomes a draft again when it is taken back', async () => {
    const id = await desk.begin()
    await desk.save(id, { title: 'Not yet' })
    await desk.publish(id, desk.ahead(HOUR_MS))
    expect(await desk.move(id, 'draft')).toMatchObject({ status: 200, body: { post: { state: 'draft' } } })
    await passPostTime(app, 2 * HOUR_MS)
    expect(await desk.shown()).not.toContain(id)
    expect((await desk.draftOf(id)).title).toBe('Not yet')
  })

  test.each([
    ['in half a minute', 30_000],
    ['in the past', -HOUR_MS],
    ['in two years', 2 * 366 * 24 * HOUR_MS],
  ])('is refused %s', async (_, ms) => {
    const id = await desk.begin()
    await desk.save(id)
    expect(await desk.publish(id, desk.ahead(ms))).toMatchObject({
      status: 422,
      failure: { code: 'publish_at_wrong' },
    })
  })

  test('becomes a draft again if its plan is gone by then, and its creator is told once', async () => {
    const plan = await aPlan(app.db, desk.creator.id)
    const id = await desk.begin()
    await desk.save(id, { title: 'For the few', audience: holdersOf(plan.id) })
    await desk.publish(id, desk.ahead(HOUR_MS))
    await app.platform.database.db
      .transaction()
      .execute((db) => retirePlan(db, desk.creator.id, plan.id, app.clock.now()))
    await passPostTime(app, 2 * HOUR_MS)
    expect((await desk.draftOf(id)).state).toBe('draft')
    await passPostTime(app, HOUR_MS)
    await app.drain()
    const { email } = await one(
      app.db,
      sql<{ email: string }>`select email from users where id = ${desk.userId}`,
    )
    const told = (await app.mails(email)).filter(({ subject }) => /was not published/.test(subject))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('For the few')
    expect(told[0]?.links.join()).toContain(`/${desk.creator.handle}/write/${id}`)
  })
})
