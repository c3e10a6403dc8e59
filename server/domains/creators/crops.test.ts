import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getLoggedInUser, updateUser } from '#contract/accounts/routes.ts'
import { updateCreator } from '#contract/creators/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import type { CreatorRow } from './queries.ts'
import { aCreator } from './testing.ts'

/* The part of a picture that its owner chose is what is stored. */

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

const RED = [220, 30, 30]
const GREEN = [30, 190, 60]
const BLUE = [40, 60, 220]
const YELLOW = [240, 210, 40]

/** Red and green above blue and yellow. */
function quadrants(widthPx: number, heightPx: number): Sharp {
  const pixels = Buffer.alloc(widthPx * heightPx * 3)
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1) {
      const isLeft = x < widthPx / 2
      const colour = y < heightPx / 2 ? (isLeft ? RED : GREEN) : isLeft ? BLUE : YELLOW
      pixels.set(colour, (y * widthPx + x) * 3)
    }
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } })
}

async function asFile(picture: Sharp): Promise<Blob> {
  return new Blob([new Uint8Array(await picture.png().toBuffer())], { type: 'image/png' })
}

function send(files: Record<string, Blob>, crops: { profileImageCrop?: string; bannerImageCrop?: string }) {
  return app.call(updateCreator, { pageHandle: creator.handle, ...crops }, { as: session, files })
}

/** The colours at places of a stored picture, in fractions of it. */
async function coloursAt(path: string | null | undefined, places: readonly (readonly [number, number])[]) {
  const response = await fetch(`${app.baseUrl}${path ?? ''}`)
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    return [...data.subarray(at, at + info.channels)]
  })
}

function expectColours(found: readonly number[][], expected: readonly number[][]) {
  expect(found).toHaveLength(expected.length)
  for (const [index, colour] of expected.entries())
    for (const [channel, value] of colour.entries())
      expect(
        Math.abs((found[index]?.[channel] ?? -999) - value),
        `${index}: ${found[index]?.join()}`,
      ).toBeLessThan(20)
}

const CORNERS = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.1, 0.9],
  [0.9, 0.9],
] as const

describe('of a picture that was placed', () => {
  test('the chosen part is kept, to its edges', async () => {
    // A quarter of the way into green: half red, half green above; the lower half is cut off just below the middle.
    const { body } = await send(
      { profileImage: await asFile(quadrants(800, 800)) },
      { profileImageCrop: '0.25,0.15,0.5,0.5' },
    )
    expectColours(await coloursAt(body.profileImage, CORNERS), [RED, GREEN, BLUE, YELLOW])
    // The border between above and below lies at (0.5 − 0.15) / 0.5 = 0.7 of the height, that between the sides in the middle.
    expectColours(
      await coloursAt(body.profileImage, [
        [0.2, 0.67],
        [0.2, 0.73],
        [0.47, 0.2],
        [0.53, 0.2],
      ]),
      [RED, BLUE, RED, GREEN],
    )
  })

  test('a banner four times as wide as it is high may come from any height of a tall picture', async () => {
    const file = await asFile(quadrants(400, 1600))
    const low = await send({ bannerImage: file }, { bannerImageCrop: '0,0.9,1,0.0625' })
    expectColours(await coloursAt(low.body.bannerImage, CORNERS), [BLUE, YELLOW, BLUE, YELLOW])
    const high = await send({ bannerImage: file }, { bannerImageCrop: '0,0.03,1,0.0625' })
    expectColours(await coloursAt(high.body.bannerImage, CORNERS), [RED, GREEN, RED, GREEN])
  })

  test('fractions are those of the upright picture, however the camera was held', async () => {
    // Stored lying on its left side: turned upright by 90° clockwise (orientation 6), blue and red come first.
    const turned = quadrants(600, 400).rotate(-90)
    const photo = await sharp(await turned.png().toBuffer())
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const file = new Blob([new Uint8Array(photo)], { type: 'image/jpeg' })
    const { body } = await send({ profileImage: file }, { profileImageCrop: '0,0,0.333333333,0.5' })
    expectColours(await coloursAt(body.profileImage, CORNERS), [RED, RED, RED, RED])
    const right = await send({ profileImage: file }, { profileImageCrop: '0.666666667,0.5,0.333333333,0.5' })
    expectColours(await coloursAt(right.body.profileImage, CORNERS), [YELLOW, YELLOW, YELLOW, YELLOW])
  })

  test('the account has its own', async () => {
    const answer = await app.call(
      updateUser,
      { displayName: 'Nila Bose', username: `nila-${creator.handle}`, profileImageCrop: '0.5,0,0.5,0.5' },
      { as: session, files: { profileImage: await asFile(quadrants(64, 64)) } },
    )
    expect(answer.status).toBe(200)
    const { user } = (await app.call(getLoggedInUser, {}, { as: session })).body
    expectColours(await coloursAt(user.profileImage, CORNERS), [GREEN, GREEN, GREEN, GREEN])
  })

  test('a tiny or very wide one is kept too, and what was transparent stays so', async () => {
    const one = await send({ profileImage: await asFile(quadrants(1, 1)) }, { profileImageCrop: '0,0,1,1' })
    expect(one.status).toBe(200)
    const wide = await send(
      { profileImage: await asFile(quadrants(4000, 2)) },
      { profileImageCrop: '0.9994,0,0.0005,1' },
    )
    expect(wide.status).toBe(200)
    expectColours(await coloursAt(wide.body.profileImage, [[0.5, 0.9]]), [YELLOW])
    const clear = sharp({ create: { width: 90, height: 90, channels: 4, background: '#0000' } })
    const { body } = await send(
      { profileImage: await asFile(clear) },
      { profileImageCrop: '0.1,0.1,0.5,0.5' },
    )
    expect((await coloursAt(body.profileImage, [[0.5, 0.5]]))[0]?.[3]).toBe(0)
  })

  test('of an animation the first frame is kept, standing still', async () => {
    const frame = async (colour: string) =>
      sharp({ create: { width: 60, height: 60, channels: 3, background: colour } })
        .png()
        .toBuffer()
    const moving = await sharp([await frame('#dc1e1e'), await frame('#283cdc')], { join: { animated: true } })
      .gif()
      .toBuffer()
    const file = new Blob([new Uint8Array(moving)], { type: 'image/gif' })
    const { body } = await send({ profileImage: file }, { profileImageCrop: '0,0,0.5,0.5' })
    const response = await fetch(`${app.baseUrl}${body.profileImage}`)
    const stored = await sharp(Buffer.from(await response.arrayBuffer()), { animated: true }).metadata()
    expect(stored.pages ?? 1).toBe(1)
    expectColours(await coloursAt(body.profileImage, CORNERS), [RED, RED, RED, RED])
  })

  test.each(['1,0,1,1', '0,0,0,0', 'all of it', '0,0,1', '0,0,1,1,1', '-0.5,0,1,1'])(
    'a part that is none is refused: %s',
    async (profileImageCrop) => {
      const answer = await send({ profileImage: await asFile(quadrants(8, 8)) }, { profileImageCrop })
      expect(answer).toMatchObject({ status: 422, failure: { field: 'profileImageCrop' } })
    },
  )
})
