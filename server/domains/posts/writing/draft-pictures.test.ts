import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getPost } from '#contract/posts/routes.ts'
import * as writing from '#contract/posts/writing-routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { expectNoBytes, fetchAs } from '../media-testing.ts'
import { aPicture } from '../picture-testing.ts'
import { holdersOf, writingDesk } from '../testing.ts'
import { EVERYONE } from './writing-testing.ts'

let app: TestApp
let desk: Awaited<ReturnType<typeof writingDesk>>
let planId: string
let member: TestSession

const words = (text: string) => ({ type: 'paragraph', data: { text } })
const pictures = (mediaIds: string[], caption = '') => ({ type: 'pictures', data: { mediaIds, caption } })
const ownPicture = () => aPicture(app, desk.userId)

async function publish(
  blocks: object[],
  mediaIds: string[],
  given: Parameters<typeof desk.save>[1] = {},
): Promise<string> {
  const id = await desk.begin()
  expect((await desk.save(id, { content: { blocks }, mediaIds, ...given })).status).toBe(200)
  expect((await desk.publish(id)).status).toBe(200)
  return id
}

async function isThere(mediaId: string): Promise<boolean> {
  return (await many(app.db, sql`select id from media where id = ${mediaId}`)).length > 0
}

beforeAll(async () => {
  app = await startTestApp()
  desk = await writingDesk(app)
  const plan = await aPlan(app.db, desk.creator.id)
  planId = plan.id
  const one = await aUser(app.db)
  await aSubscription(app.db, one.id, plan, { accessUntil: new Date(Date.now() + 20 * 86_400_000) })
  member = await aSession(app.db, app.platform, one.id)
})
afterAll(() => app.close())

describe('a picture that is taken out of a draft', () => {
  test('can be brought back for an hour, and is then gone with the next save', async () => {
    const { id: mediaId } = await ownPicture()
    const id = await desk.begin()
    await desk.save(id, { content: { blocks: [pictures([mediaId])] }, mediaIds: [mediaId] })
    await desk.save(id)
    expect((await desk.draftOf(id)).media).toEqual([])
    await app.clock.advance(app.db, 1_800_000)
    const undone = await desk.save(id, { content: { blocks: [pictures([mediaId])] }, mediaIds: [mediaId] })
    expect(undone.body.media.map(({ _id }) => _id)).toEqual([mediaId])
    await desk.save(id)
    await app.clock.advance(app.db, 3_700_000)
    expect(await isThere(mediaId)).toBe(true)
    await desk.save(id)
    expect(await isThere(mediaId)).toBe(false)
  })

  test('is gone once the draft is published or discarded', async () => {
    for (const end of ['publish', 'discard']) {
      const { id: mediaId } = await ownPicture()
      const id = await publish([words('Out')], [])
      await desk.save(id, { mediaIds: [mediaId] })
      await desk.save(id)
      expect(await isThere(mediaId)).toBe(true)
      if (end === 'publish') await desk.publish(id)
      else await app.call(writing.discardChanges, { id }, { as: desk.session })
      expect(await isThere(mediaId)).toBe(false)
    }
  })

  test('stays in a published post until its changes are published', async () => {
    const picture = await ownPicture()
    const id = await publish([pictures([picture.id])], [picture.id])
    await desk.save(id)
    expect((await app.call(getPost, { id })).body.placedIds).toEqual([picture.id])
    await desk.publish(id)
    expect(await isThere(picture.id)).toBe(false)
  })

  test('is not in a copy of the post', async () => {
    const { id: mediaId } = await ownPicture()
    const id = await publish([words('Words'), pictures([mediaId])], [mediaId])
    const copy = await app.call(
      writing.createDraft,
      { clientKey: randomUUID(), from: id },
      { as: desk.session },
    )
    expect(copy.body.content.blocks).toEqual([words('Words')])
  })
})

describe('as a cover', () => {
  test('one of the post’s own pictures serves, and stays in the post', async () => {
    const picture = await ownPicture()
    const id = await publish([words('Hi')], [picture.id], { audience: holdersOf(planId) })
    await expectNoBytes(app, null, picture.path)
    const given = { mediaIds: [picture.id], audience: holdersOf(planId) }
    expect((await desk.save(id, { ...given, coverId: picture.id })).status).toBe(200)
    await expectNoBytes(app, null, picture.path)
    await desk.publish(id)
    const { body } = await app.call(getPost, { id })
    expect(body.cover?._id).toBe(picture.id)
    expect(body.allMedia).toEqual([])
    expect((await fetchAs(app, null, picture.path)).status).toBe(200)
    await desk.save(id, { ...given, coverId: null })
    await desk.publish(id)
    await expectNoBytes(app, null, picture.path)
    expect((await app.call(getPost, { id }, { as: member })).body.allMedia.map(({ _id }) => _id)).toEqual([
      picture.id,
    ])
  })

  test('its video, and another post’s picture, are refused', async () => {
    const { id: video } = await aMedium(app.db, desk.userId, 'video')
    const other = await ownPicture()
    await publish([words('Other')], [other.id], { audience: EVERYONE })
    const id = await desk.begin()
    for (const coverId of [video, other.id])
      expect(await desk.save(id, { mediaIds: [video], coverId })).toMatchObject({
        failure: { code: 'medium_not_usable' },
      })
  })

  test('a picture taken out of the post stays as long as it is its cover', async () => {
    const picture = await ownPicture()
    const id = await publish([words('Hi')], [picture.id])
    await desk.save(id, { coverId: picture.id })
    await desk.publish(id)
    expect((await app.call(getPost, { id })).body).toMatchObject({ cover: { _id: picture.id }, allMedia: [] })
    await desk.save(id)
    await desk.publish(id)
    expect(await isThere(picture.id)).toBe(false)
  })
})
