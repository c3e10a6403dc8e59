import { request } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { creatorDetails, updateCreator } from '#contract/creators/routes.ts'
import { smallPictureOf } from '#contract/media/picture-sizes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { asSent } from '#server/testing/as-sent.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import type { CreatorRow } from './queries.ts'
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

function send(files: Record<string, Blob>, as: TestSession = session) {
  return app.call(updateCreator, { pageHandle: creator.handle }, { as, files })
}

function picture(bytes: Buffer | string, type = 'image/png'): Blob {
  return new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type })
}

function drawn(widthPx = 640, heightPx = 480) {
  return sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: '#174a34' } })
}

/** A photo with the metadata phones write. */
function aPhoto(): Promise<Buffer> {
  return drawn()
    .withExif({
      IFD0: { Make: 'PhoneMaker', Copyright: 'Nila Bose' },
      IFD3: { GPSLatitude: '12/1 58/1 0/1' },
    })
    .jpeg()
    .toBuffer()
}

async function served(path: string | null) {
  const response = await fetch(`${app.baseUrl}${path ?? ''}`)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** An all black PNG; however huge, it is a file of some kilobytes. */
function aPngOf(widthPx: number, heightPx: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(widthPx, 0)
  header.writeUInt32BE(heightPx, 4)
  header.writeUInt8(1, 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(widthPx / 8) + 1) * heightPx))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test.each(['profileImage', 'bannerImage'])(
  '%s as text is refused, unless it stands for none',
  async (name) => {
    for (const form of [{}, { files: {} }]) {
      const save = (text: string) =>
        app.call(updateCreator, asSent({ pageHandle: creator.handle, [name]: text }), {
          as: session,
          ...form,
        })
      const failure = {
        code: 'invalid_input',
        field: name,
        message: `Please send ${name} as a file, not as text.`,
      }
      expect(await save('https://pictures.example/me.jpg')).toMatchObject({ status: 422, failure })
      for (const nothing of ['', 'null', 'undefined']) expect((await save(nothing)).status).toBe(200)
    }
  },
)

describe('a picture of a page', () => {
  test("is served as a fresh WebP of its shape, without the camera's metadata", async () => {
    const photo = await aPhoto()
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('PhoneMaker')
    const answer = await send({ profileImage: picture(photo, 'image/jpeg'), bannerImage: picture(photo) })
    expect(answer.status).toBe(200)
    const shapes = [
      [answer.body.profileImage, 256, 256],
      [answer.body.bannerImage, 2240, 560],
      // The same for small screens.
      [smallPictureOf(answer.body.bannerImage ?? ''), 1120, 280],
    ] as const
    for (const [path, width, height] of shapes) {
      expect(path).toMatch(/^\/media\/images\/[0-9a-f]{32}(?:-small)?\.webp$/)
      const { response, bytes } = await served(path)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': String(bytes.length),
      })
      const metadata = await sharp(bytes).metadata()
      expect(metadata).toMatchObject({ format: 'webp', width, height })
      for (const part of ['exif', 'xmp', 'iptc', 'icc'] as const) expect(metadata[part]).toBeUndefined()
      expect(bytes.toString('latin1')).not.toMatch(/PhoneMaker|Nila Bose/)
    }
    const details = await app.call(creatorDetails, { pageHandle: creator.handle })
    expect(details.body.profileImage).toBe(answer.body.profileImage)
  })

  test('has one for small screens, or is itself that one if it was stored without', async () => {
    const { body } = await send({ bannerImage: picture(await aPhoto()) })
    const [whole, small] = [body.bannerImage ?? '', smallPictureOf(body.bannerImage ?? '') ?? '']
    await app.platform.storage.delete(small.replace('/media/', ''))
    expect((await served(small)).bytes).toEqual((await served(whole)).bytes)
    expect((await served('/media/images/' + '0'.repeat(32) + '-small.webp')).response.status).toBe(404)
  })

  test('is upright when the camera was held sideways', async () => {
    const onItsSide = await drawn(64, 64)
      .composite([
        {
          input: await sharp({ create: { width: 64, height: 16, channels: 3, background: 'red' } })
            .png()
            .toBuffer(),
          gravity: 'north',
        },
      ])
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer()
    const { body } = await send({ profileImage: picture(onItsSide) })
    const { bytes } = await served(body.profileImage)
    const redAt = async (top: number) =>
      (await sharp(bytes).extract({ left: 100, top, width: 1, height: 1 }).raw().toBuffer())[0]
    expect(await redAt(8)).toBeLessThan(100)
    expect(await redAt(248)).toBeGreaterThan(200)
  })

  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'may be a %s, whatever type is claimed',
    async (format) => {
      const bytes = await drawn(64, 64).toFormat(format).toBuffer()
      expect((await send({ profileImage: picture(bytes, 'text/html') })).status).toBe(200)
    },
  )

  test('loses data hidden behind it', async () => {
    const image = await drawn(64, 64).png().toBuffer()
    const hiding = Buffer.concat([image, Buffer.from('<script>alert("hidden")</script>PK\u0003\u0004')])
    const { body } = await send({ profileImage: picture(hiding) })
    const { bytes } = await served(body.profileImage)
    expect(bytes.toString('latin1')).not.toContain('hidden')
  })

  test.each([
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    ],
    [
      'an SVG with an XML head',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    ],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a script that begins like a GIF', 'GIF89a/*\u0001\u0000*/=1;alert(1)//'],
    ['a script that begins like a JPEG', Buffer.from('ffd8ffe0002f2a', 'hex')],
    ['a PDF', '%PDF-1.7\n1 0 obj'],
    ['an archive', Buffer.from('504b030414000000', 'hex')],
    ['random bytes', Buffer.from('00112233445566778899', 'hex')],
    ['a small file that holds 50 megapixels and a little', aPngOf(10_000, 5001)],
  ])('cannot be %s', async (_, bytes) => {
    const before = (await app.call(creatorDetails, { pageHandle: creator.handle })).body
    const answer = await send({ profileImage: picture(bytes) })
    expect(answer).toMatchObject({ status: 415, failure: { code: 'image_refused' } })
    expect((await app.call(creatorDetails, { pageHandle: creator.handle })).body).toEqual(before)
  })

  test('may have 50 megapixels', async () => {
    const bytes = aPngOf(10_000, 5000)
    expect(bytes.length).toBeLessThan(20_000)
    expect((await send({ profileImage: picture(bytes) })).status).toBe(200)
  })

  test('is refused when it is truncated', async () => {
    const photo = await aPhoto()
    expect((await send({ profileImage: picture(photo.subarray(0, photo.length / 2)) })).status).toBe(415)
  })

  test('is refused above 10 MB before all of it is sent', async () => {
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const asking = request(`${app.baseUrl}/api/creator/update/${creator.handle}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${session.token}`,
          cookie: `cheers-${new URL(app.baseUrl).port}=${session.cookie}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 2 * 600 * 1024 * 1024,
        },
      })
      asking.once('error', reject)
      asking.once('response', (response) => {
        response.setEncoding('utf8').once('data', (text: string) => {
          asking.destroy()
          resolve({ status: response.statusCode ?? 0, text })
        })
      })
      asking.write('--x\r\n')
    })
    expect(answer).toMatchObject({ status: 413 })
    expect(answer.text).toContain('Max file size is 10MB')
  })

  test('is only accepted under an expected name', async () => {
    const other = await send({ passport: picture(await aPhoto()) })
    expect(other).toMatchObject({ status: 422, failure: { field: 'passport' } })
  })

  test('is kept when the file field was left empty', async () => {
    const before = (await send({ profileImage: picture(await aPhoto()) })).body.profileImage
    expect((await send({ profileImage: picture('') })).body.profileImage).toBe(before)
  })

  test('is not even read from another user', async () => {
    const stranger = await aUser(app.db)
    const strangers = await aSession(app.db, app.platform, stranger.id)
    const files = { profileImage: picture(await aPhoto()) }
    expect((await send(files, strangers)).status).toBe(403)
    expect((await send(files, { token: '', cookie: '' })).status).toBe(401)
  })
})

describe('a picture that was replaced', () => {
  test('is gone once the job has run, and the new one is not', async () => {
    const first = (await send({ profileImage: picture(await aPhoto()) })).body.profileImage
    const second = (await send({ profileImage: picture(await aPhoto()) })).body.profileImage
    expect(second).not.toBe(first)
    expect((await served(first)).response.status).toBe(200)
    await app.drain()
    expect((await served(first)).response.status).toBe(404)
    expect((await served(second)).response.status).toBe(200)
  })

  test.each([
    '/media/images/../../package.json',
    '/media/images/%2e%2e%2f%2e%2e%2fpackage.json',
    '/media/images/..%5c..%5cpackage.json',
    '/media/images/0123456789abcdef0123456789abcdef.webp',
    '/media/images/x.webp',
    '/media/images/',
  ])('a file that never existed is not found: %s', async (path) => {
    const { response } = await served(path)
    expect(response.status).toBe(404)
  })
})

test('a banner keeps the middle of its picture, as the preview shows it, wherever the detail is', async () => {
  const size = 400
  const band = async (background: string) =>
    sharp({ create: { width: size, height: 100, channels: 3, background } })
      .png()
      .toBuffer()
  const noise = Buffer.from(Array.from({ length: size * 100 * 3 }, (_, index) => (index * 7919) % 256))
  const busy = await sharp(noise, { raw: { width: size, height: 100, channels: 3 } })
    .png()
    .toBuffer()
  const tall = await sharp({ create: { width: size, height: size, channels: 3, background: '#000' } })
    .composite([
      { input: busy, top: 0, left: 0 },
      { input: await band('#14c828'), top: 150, left: 0 },
    ])
    .png()
    .toBuffer()

  expect((await send({ bannerImage: picture(tall) })).status).toBe(200)
  const { body } = await app.call(creatorDetails, { pageHandle: creator.handle })
  const { channels } = await sharp((await served(body.bannerImage)).bytes).stats()
  const [red, green, blue] = channels.map(({ mean }) => Math.round(mean))
  expect(Math.abs((red ?? 0) - 0x14)).toBeLessThan(12)
  expect(Math.abs((green ?? 0) - 0xc8)).toBeLessThan(12)
  expect(Math.abs((blue ?? 0) - 0x28)).toBeLessThan(12)
})
