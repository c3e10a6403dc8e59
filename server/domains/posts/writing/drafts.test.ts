import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getPost, getPosts, getPostsByPageHandle } from '#contract/posts/routes.ts'
import * as contract from '#contract/posts/writing-routes.ts'
import { aSignedInUser } from '#server/domains/accounts/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { finishDeletions } from '../testing.ts'
import { words, writingDesk } from './writing-testing.ts'

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

describe('a draft', () => {
  beforeAll(openDesk)

  test('is kept as it was saved, and is its creator’s alone', async () => {
    const id = await desk.begin()
    const saved = await desk.save(id, {
      title: 'The secret title',
      teaser: 'Come in',
      content: words('Hush & hush'),
    })
    expect(saved).toMatchObject({
      status: 200,
      body: { state: 'draft', title: 'The secret title', teaser: 'Come in', content: words('Hush & hush') },
    })
    expect(await desk.draftOf(id)).toEqual(saved.body)

    const { session: stranger } = await aSignedInUser(app)
    expect((await app.call(contract.getDraft, { id }, { as: stranger })).status).toBe(404)
    expect((await desk.save(id, {}, stranger)).status).toBe(404)
    for (const as of [undefined, stranger, desk.session]) {
      const options = as ? { as } : {}
      expect((await app.call(getPost, { id }, options)).status).toBe(404)
      const lists = [
        await app.call(getPosts, {}, options),
        await app.call(getPostsByPageHandle, { pageHandle: desk.creator.handle }, options),
      ]
      expect(JSON.stringify(lists.map(({ body }) => body))).not.toContain('secret title')
    }
    for (const path of [`/${desk.creator.handle}`, `/${desk.creator.handle}/rss`, '/explore'])
      expect(await (await fetch(app.baseUrl + path)).text()).not.toContain('secret title')
  })

  test('is begun once, however often it is asked for', async () => {
    const clientKey = randomUUID()
    const ids = []
    for (let count = 0; count < 3; count += 1)
      ids.push((await app.call(contract.createDraft, { clientKey }, { as: desk.session })).body._id)
    expect(new Set(ids).size).toBe(1)
  })

  test('is begun once by calls at the same time, and after it was published', async () => {
    const clientKey = randomUUID()
    const call = () => app.call(contract.createDraft, { clientKey }, { as: desk.session })
    const answers = await Promise.all([call(), call(), call(), call()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const id = answers[0]?.body._id ?? ''
    await desk.save(id)
    await desk.publish(id)
    expect((await call()).body._id).toBe(id)
  })

  test('that was discarded in one window is not brought back by another', async () => {
    const id = await desk.begin()
    await desk.save(id)
    await desk.publish(id)
    const { body } = await desk.save(id, { title: 'Discarded' })
    await app.call(contract.discardChanges, { id }, { as: desk.session })
    expect((await desk.save(id, { revision: body.revision, title: 'Back again' })).status).toBe(409)
  })

  test('may be empty, but not be published so', async () => {
    const id = await desk.begin()
    expect((await desk.save(id, { title: null, content: { blocks: [] } })).status).toBe(200)
    expect(await desk.publish(id)).toMatchObject({ status: 422, failure: { code: 'content_empty' } })
  })

  test('that two windows save is refused to the second, which loses nothing', async () => {
    const id = await desk.begin()
    const { body } = await desk.save(id, { title: 'First window' })
    const stale = await desk.save(id, { revision: body.revision - 1, title: 'Second window' })
    expect(stale).toMatchObject({ status: 409, failure: { code: 'draft_changed' } })
    expect((await desk.draftOf(id)).title).toBe('First window')
    const publishing = { id, revision: body.revision - 1 }
    expect((await app.call(contract.publishDraft, publishing, { as: desk.session })).status).toBe(409)
  })

  test('saved by many windows at once is saved by one of them', async () => {
    const id = await desk.begin()
    const { body } = await desk.save(id)
    const answers = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((title) => desk.save(id, { revision: body.revision, title })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  test('is deleted when it is discarded, with its media', async () => {
    const id = await desk.begin()
    const { id: mediaId } = await aMedium(app.db, desk.userId, 'image')
    await desk.save(id, { mediaIds: [mediaId] })
    await app.call(contract.discardChanges, { id }, { as: desk.session })
    expect((await app.call(contract.getDraft, { id }, { as: desk.session })).status).toBe(404)
    await finishDeletions(app)
    expect(await many(app.db, sql`select id from media where id = ${mediaId}`)).toEqual([])
    expect(await many(app.db, sql`select post_id from post_drafts where post_id = ${id}`)).toEqual([])
  })

  test('of another post has its words, and none of its media', async () => {
    const id = await desk.begin()
    const { id: mediaId } = await aMedium(app.db, desk.userId, 'image')
    await desk.save(id, { title: 'Again', content: words('The same words'), mediaIds: [mediaId] })
    await desk.publish(id)
    const copy = await app.call(
      contract.createDraft,
      { clientKey: randomUUID(), from: id },
      { as: desk.session },
    )
    expect(copy.body).toMatchObject({
      state: 'draft',
      title: 'Again',
      content: words('The same words'),
      media: [],
    })
    expect(copy.body._id).not.toBe(id)
  })
})
