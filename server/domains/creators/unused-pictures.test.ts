import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { updateCreator } from '#contract/creators/routes.ts'
import { smallPictureOf } from '#contract/media/picture-sizes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { type CreatorRow, setHidden } from './queries.ts'
import { aCreator } from './testing.ts'

let app: TestApp
let session: TestSession
let creator: CreatorRow

beforeAll(async () => {
  app = await startTestApp()
  const user = await aUser(app.db)
  session = await aSession(app.db, app.platform, user.id)
  creator = await aCreator(app.db, user.id)
})
afterAll(() => app.close())

function send(files: Record<string, Blob>) {
  return app.call(updateCreator, { pageHandle: creator.handle }, { as: session, files })
}

async function aPhoto(): Promise<Blob> {
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#174a34' } })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' })
}

async function statusOf(path: string | null): Promise<number> {
  return (await fetch(`${app.baseUrl}${path ?? ''}`)).status
}

describe('removing a picture of a page', () => {
  test('shows the initial instead, and leaves nothing in the store', async () => {
    const { body } = await send({
      profileImage: await aPhoto(),
      bannerImage: await aPhoto(),
    })
    const removed = await app.call(
      updateCreator,
      { pageHandle: creator.handle, removeProfileImage: true },
      { as: session },
    )
    expect(removed.body).toMatchObject({ profileImage: null, bannerImage: body.bannerImage })
    await app.drain()
    expect(await statusOf(body.profileImage)).toBe(404)
    expect(await statusOf(body.bannerImage)).toBe(200)
    const both = await app.call(
      updateCreator,
      { pageHandle: creator.handle, removeBannerImage: true },
      { as: session },
    )
    expect(both.body).toMatchObject({ profileImage: null, bannerImage: null })
    await app.drain()
    expect(await statusOf(body.bannerImage)).toBe(404)
    expect(await statusOf(smallPictureOf(body.bannerImage ?? ''))).toBe(404)
  })

  test('is ignored when another picture is sent along', async () => {
    const answer = await app.call(
      updateCreator,
      { pageHandle: creator.handle, removeProfileImage: true },
      { as: session, files: { profileImage: await aPhoto() } },
    )
    expect(answer.body.profileImage).toMatch(/^\/media\/images\//)
  })
})

describe('pictures of a page that could not be saved', () => {
  async function storedBy(work: () => Promise<unknown>): Promise<string[]> {
    const { storage } = app.platform
    const put = storage.put.bind(storage)
    const stored: string[] = []
    storage.put = (key, ...rest) => {
      stored.push(key)
      return put(key, ...rest)
    }
    await work()
    storage.put = put
    return stored
  }

  test('are not kept when the second one is refused', async () => {
    const stored = await storedBy(async () => {
      const answer = await send({
        profileImage: await aPhoto(),
        bannerImage: new Blob(['<svg/>'], { type: 'image/png' }),
      })
      expect(answer.status).toBe(415)
    })
    expect(stored).toHaveLength(1)
    expect(await statusOf(`/media/${stored[0]}`)).toBe(404)
  })

  test('are not kept when the page is gone by the time they are stored', async () => {
    const owner = await aUser(app.db)
    const as = await aSession(app.db, app.platform, owner.id)
    const page = await aCreator(app.db, owner.id)
    const { storage } = app.platform
    const put = storage.put.bind(storage)
    const stored: string[] = []
    storage.put = async (key, ...rest) => {
      stored.push(key)
      const kept = await put(key, ...rest)
      await setHidden(app.db, page.id, new Date())
      return kept
    }
    const answer = await app.call(
      updateCreator,
      { pageHandle: page.handle },
      { as, files: { profileImage: await aPhoto() } },
    )
    storage.put = put
    expect(answer.status).toBe(404)
    expect(stored).toHaveLength(1)
    expect(await statusOf(`/media/${stored[0]}`)).toBe(404)
  })
})
