import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getLoggedInUser, updateUser } from '#contract/accounts/routes.ts'
import { PICTURE_MAX_BYTES } from '#contract/media/rules.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aPngOf } from './processing/bomb-testing.ts'

let app: TestApp
let user: BuiltUser
let session: TestSession

beforeAll(async () => {
  app = await startTestApp()
  user = await aUser(app.db, { username: 'ravi' })
  session = await aSession(app.db, app.platform, user.id)
})
afterAll(() => app.close())

async function aPicture(): Promise<Blob> {
  const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#174a34' } })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' })
}

function save(file: Blob, username = 'ravi') {
  return app.call(
    updateUser,
    { displayName: 'Ravi', username, country: '' },
    { as: session, files: { profileImage: file } },
  )
}

async function statusOf(path: string | null): Promise<number> {
  return (await fetch(`${app.baseUrl}${path ?? ''}`)).status
}

describe('a profile picture', () => {
  test('is sent with the form, and served', async () => {
    const { status, body } = await save(await aPicture())
    expect(status).toBe(200)
    expect(body.user.profileImage).toMatch(/^\/media\/images\/[0-9a-f]{32}\.webp$/)
    expect(await statusOf(body.user.profileImage)).toBe(200)
    expect((await app.call(getLoggedInUser, {}, { as: session })).body.user.profileImage).toBe(
      body.user.profileImage,
    )
  })

  test('stays when the form comes without one, and is removed when another takes its place', async () => {
    const first = (await save(await aPicture())).body.user.profileImage
    const kept = await app.call(updateUser, { displayName: 'Ravi', username: 'ravi' }, { as: session })
    expect(kept.body.user.profileImage).toBe(first)
    const second = (await save(await aPicture())).body.user.profileImage
    await app.drain()
    expect(await statusOf(first)).toBe(404)
    expect(await statusOf(second)).toBe(200)
  })

  test("takes the place of the sign-in issuer's portrait", async () => {
    const portrait = 'https://issuer.example/portrait.jpg'
    await run(app.db, sql`update users set profile_image = ${portrait} where id = ${user.id}`)
    expect((await app.call(getLoggedInUser, {}, { as: session })).body.user.profileImage).toBe(portrait)
    expect((await save(await aPicture())).body.user.profileImage).toMatch(/^\/media\//)
    await app.drain()
  })

  test('can be removed: the initial takes its place, and the bytes are deleted', async () => {
    const { profileImage } = (await save(await aPicture())).body.user
    const form = { displayName: 'Ravi', username: 'ravi', removeProfileImage: true }
    expect((await app.call(updateUser, form, { as: session })).body.user.profileImage).toBeNull()
    await app.drain()
    expect(await statusOf(profileImage)).toBe(404)
    expect((await app.call(getLoggedInUser, {}, { as: session })).body.user.profileImage).toBeNull()
  })

  test('has to be a picture', async () => {
    const before = (await app.call(getLoggedInUser, {}, { as: session })).body.user
    const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' })
    expect(await save(svg)).toMatchObject({ status: 415, failure: { code: 'image_refused' } })
    expect((await app.call(getLoggedInUser, {}, { as: session })).body.user).toEqual(before)
  })

  test('may have 10 MB and 16,383 pixels a side, and the refusal says so', async () => {
    const large = new Blob([Buffer.alloc(PICTURE_MAX_BYTES + 1)], { type: 'image/png' })
    expect(await save(large)).toMatchObject({
      status: 413,
      failure: { code: 'picture_too_large', message: 'Max file size is 10MB' },
    })
    const ribbon = new Blob([await aPngOf(49_000_000, 1)], { type: 'image/png' })
    const { status, failure } = await save(ribbon)
    expect([status, failure.message]).toEqual([415, expect.stringMatching(/16,383 pixels a side/)])
  })

  test('is not kept when the form is refused', async () => {
    await aUser(app.db, { username: 'meera' })
    const stored: string[] = []
    const { storage } = app.platform
    const put = storage.put.bind(storage)
    storage.put = (key, ...rest) => {
      stored.push(key)
      return put(key, ...rest)
    }
    expect(await save(await aPicture(), 'Meera')).toMatchObject({
      status: 409,
      failure: { field: 'username' },
    })
    storage.put = put
    expect(stored).toHaveLength(1)
    expect(await statusOf(`/media/${stored[0]}`)).toBe(404)
  })

  test('comes with the chosen country, or with none', async () => {
    const chosen = await app.call(
      updateUser,
      { displayName: 'Ravi', username: 'ravi', country: 'IN' },
      { as: session, files: { profileImage: await aPicture() } },
    )
    expect(chosen.body.user.country).toBe('IN')
    expect((await save(await aPicture())).body.user.country).toBeNull()
  })
})
