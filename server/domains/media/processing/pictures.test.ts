import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getMedium, getPlayback } from '#contract/media/routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aHeic } from './heic-testing.ts'
import { renderImage } from './image-tasks.ts'

let app: TestApp
let asha: TestSession
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  const user = await aUser(app.db)
  await aCreator(app.db, user.id)
  asha = await aSession(app.db, app.platform, user.id)
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-pictures-'))
})
afterAll(async () => {
  await app.close()
  await fs.rm(folder, { recursive: true, force: true })
})

async function render(bytes: Uint8Array) {
  const file = path.join(folder, 'picture')
  await fs.writeFile(file, bytes)
  const made: { file: string; widthPx: number; heightPx: number }[] = []
  const result = await renderImage(
    { file, outputDir: folder },
    (said) => void made.push(said as (typeof made)[number]),
  )
  return { result, made }
}

function noise(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
}

/** An animation whose frames are all different. */
async function anAnimation(size: [number, number], frames: number, as: 'gif' | 'webp'): Promise<Buffer> {
  const [width, height] = size
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({
        create: {
          width,
          height,
          channels: 3,
          background: { r: (index * 97) % 256, g: (index * 59) % 256, b: (index * 151) % 256 },
        },
      })
        .png()
        .toBuffer(),
    ),
  )
  const joined = sharp(pages, { join: { animated: true } })
  return as === 'gif' ? joined.gif({ effort: 1 }).toBuffer() : joined.webp({ effort: 0 }).toBuffer()
}

describe('an animation', () => {
  test.each([
    ['of 100 frames of 800 × 600', [800, 600], 100, 'gif', true],
    ['of 450 small frames', [64, 48], 450, 'gif', false],
    ['of 60 frames of 1280 × 720, as WebP', [1280, 720], 60, 'webp', true],
  ] as const)('%s moves', async (_, size, frames, as, isSmaller) => {
    const { result, made } = await render(await anAnimation([...size], frames, as))
    expect(await sharp(made.at(-1)?.file).metadata()).toMatchObject({ format: 'webp', pages: frames })
    expect(result).toMatchObject({ notes: isSmaller ? ['smallerAnimation'] : [] })
  })

  test('that is too long stands still, and that is told', async () => {
    const { result, made } = await render(await anAnimation([16, 12], 1001, 'gif'))
    expect((await sharp(made.at(-1)?.file).metadata()).pages).toBeUndefined()
    expect(result).toMatchObject({ notes: ['tooLongToMove'] })
  })

  test('of a type that stands still tells so: PNG', async () => {
    const png = await noise(40, 30).png().toBuffer()
    const control = Buffer.concat([Buffer.from('acTL'), Buffer.from('0000000200000000', 'hex')])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(control.length - 4)
    check.writeUInt32BE(crc32(control))
    const moving = Buffer.concat([png.subarray(0, 33), length, control, check, png.subarray(33)])
    expect((await render(moving)).result).toMatchObject({ notes: ['typeStands'] })
    expect((await render(png)).result).toMatchObject({ notes: [] })
  })
})

describe('a damaged picture is called damaged, and not told to be what it is', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('%s', async (format) => {
    const whole = await noise(300, 200).toFormat(format).toBuffer()
    for (const length of [30, Math.floor(whole.length / 2)]) {
      const { result } = await render(whole.subarray(0, length))
      expect([length, 'refused' in result && result.refused]).toEqual([
        length,
        expect.stringMatching(new RegExp(`This ${format} picture is damaged or incomplete`, 'i')) as string,
      ])
    }
  })

  test('a text is asked to be a picture, whatever it is called', async () => {
    const { result } = await render(Buffer.from('This is called photo.jpg.'))
    expect(result).toEqual({ refused: 'Please choose a JPEG, PNG, WebP, AVIF or GIF image.' })
  })
})

async function publish(bytes: Buffer<ArrayBuffer>, name: string) {
  const files = { image: new File([bytes], name) }
  return app.call(createPost, { content: '<p>x</p>' }, { as: asha, files })
}

describe('a HEIC picture', () => {
  test('is converted: whole, upright, and its creator is told', async () => {
    const { status, body } = await publish(aHeic(), 'IMG_0001.HEIC')
    expect(status).toBe(200)
    const mediaId = body.post.media?._id ?? ''
    const { body: medium } = await app.call(getMedium, { mediaId }, { as: asha })
    expect(medium).toMatchObject({ state: 'ready', widthPx: 60, heightPx: 120, failure: null })
    expect(medium.note).toMatch(/HEIC/)
    const { body: playback } = await app.call(getPlayback, { mediaId })
    const served = await fetch(`${app.baseUrl}${playback.src}`)
    const { data, info } = await sharp(Buffer.from(await served.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([60, 120])
    const [top, bottom] = [data.subarray(0, 3), data.subarray(-3)]
    expect([(top[2] ?? 0) > 200, (top[0] ?? 0) < 60]).toEqual([true, true])
    expect([(bottom[0] ?? 0) > 200, (bottom[2] ?? 0) < 60]).toEqual([true, true])
  })

  test('that is cut off is refused by a sentence that names HEIC, and what to do', async () => {
    const { status, failure } = await publish(aHeic().subarray(0, 500), 'IMG_0001.HEIC')
    expect(status).toBe(415)
    expect(failure.message).toMatch(/HEIC.*JPEG/)
  })
})
