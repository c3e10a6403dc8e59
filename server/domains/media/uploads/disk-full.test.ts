import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { getMedium } from '#contract/media/routes.ts'
import { UPLOADS_PATH } from '#contract/media/rules.ts'
import { createPost, getPosts } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aTone } from '#server/platform/media-files/clip-testing.ts'
import { StorageFull } from '#server/platform/storage/storage.ts'
import { mountSmallDisk } from '#server/testing/small-disk.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { checkManifest } from '../storage/manifest.ts'

const MIB = 1024 * 1024

const disk = await mountSmallDisk(24 * MIB)

describe.skipIf(!disk)('on a full disk', () => {
  let app: TestApp
  let asha: TestSession
  let headers: Record<string, string>

  beforeAll(async () => {
    app = await startTestApp({ DATA_DIR: disk?.folder ?? '' })
    const user = await aUser(app.db)
    await aCreator(app.db, user.id)
    asha = await aSession(app.db, app.platform, user.id)
    headers = {
      authorization: `Bearer ${asha.token}`,
      cookie: `cheers-${new URL(app.baseUrl).port}=${asha.cookie}`,
      'tus-resumable': '1.0.0',
    }
  })
  afterEach(() => disk?.free())
  afterAll(async () => {
    await app.close()
    await disk?.remove()
  })

  function begin(sizeBytes: number): Promise<Response> {
    const metadata = `kind ${btoa('audio')}`
    return fetch(`${app.baseUrl}${UPLOADS_PATH}`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(sizeBytes), 'upload-metadata': metadata },
    })
  }

  function send(at: string, offset: number, body: Buffer<ArrayBuffer>): Promise<Response> {
    const type = 'application/offset+octet-stream'
    return fetch(`${app.baseUrl}${at}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': type, 'upload-offset': String(offset) },
      body,
    })
  }

  async function aPhoto(): Promise<Blob> {
    const raw = { width: 1600, height: 1200, channels: 3 as const }
    const bytes = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
      .jpeg()
      .toBuffer()
    return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
  }

  function publishPhoto(photo: Blob) {
    return app.call(createPost, { content: '<p>A photo</p>' }, { as: asha, files: { image: photo } })
  }

  /** Names below a folder of the data directory. */
  async function namesIn(folder: string): Promise<string[]> {
    const entries = await fs.readdir(path.join(disk?.folder ?? '', folder), {
      recursive: true,
      withFileTypes: true,
    })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  }

  async function expectNothingKept(): Promise<void> {
    expect(await namesIn('uploads')).toEqual([])
    expect((await app.call(getPosts, {})).body).toEqual([])
    const { problems, objects } = await checkManifest(app.db, app.platform.storage, () => undefined)
    expect({ problems, objects }).toEqual({ problems: 0, objects: 0 })
    await app.drain()
    expect(await namesIn('media')).toEqual([])
  }

  test('an upload that will not fit is not started', async () => {
    const answer = await begin(30 * MIB)
    expect(answer.status).toBe(507)
    expect(await answer.json()).toMatchObject({ code: 'storage_full' })
    await expectNothingKept()
  })

  test('a photo in a form is refused, however far it got, and can be sent again', async () => {
    const photo = await aPhoto()
    // Room for: nothing, the file, the file and part of its renditions.
    for (const room of [64 * 1024, photo.size + 64 * 1024, photo.size + 400 * 1024]) {
      await disk?.fill(room)
      expect(await publishPhoto(photo)).toMatchObject({ status: 507, failure: { code: 'storage_full' } })
      await disk?.free()
      await expectNothingKept()
    }
    expect(await publishPhoto(photo)).toMatchObject({ status: 200 })
  })

  test('an upload stops where it is, and resumes from there when there is room', async () => {
    const sound = aTone(1)
    const bytes = Buffer.concat([sound, Buffer.alloc(8 * MIB - sound.length)])
    const at = (await begin(bytes.length)).headers.get('location') ?? ''
    await disk?.fill(3 * MIB)
    const cut = await send(at, 0, bytes)
    expect(cut.status).toBe(507)
    expect(await cut.json()).toMatchObject({ code: 'storage_full' })
    const offsetOf = async () => {
      const answer = await fetch(`${app.baseUrl}${at}`, { method: 'HEAD', headers })
      return Number(answer.headers.get('upload-offset'))
    }
    expect(await offsetOf()).toBeLessThanOrEqual(3 * MIB)
    await disk?.free()
    const offset = await offsetOf()
    expect((await send(at, offset, bytes.subarray(offset))).status).toBe(204)
    await app.drain()
    const mediaId = at.split('/').at(-1) ?? ''
    expect((await app.call(getMedium, { mediaId }, { as: asha })).body).toMatchObject({ state: 'ready' })
    const sizes: number[] = []
    for await (const { sizeBytes } of app.platform.storage.list('media/')) sizes.push(sizeBytes)
    expect(sizes).toContain(bytes.length)
    expect((await checkManifest(app.db, app.platform.storage, () => undefined)).problems).toBe(0)
  })

  test('the store keeps an object whole or not at all, and says why', async () => {
    const { storage } = app.platform
    const before = await storage.put('images/kept.webp', Buffer.from('as it was'), 'image/webp')
    await disk?.fill(2 * MIB)
    const bytes = randomBytes(4 * MIB)
    await expect(storage.put('images/kept.webp', bytes, 'image/webp')).rejects.toThrow(StorageFull)
    expect(await storage.stat('images/kept.webp')).toMatchObject({ sizeBytes: before.sizeBytes })
    expect((await namesIn('media')).filter((name) => name.endsWith('.part'))).toEqual([])
    await disk?.free()
    expect((await storage.put('images/kept.webp', bytes, 'image/webp')).sha256).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    )
  })
})
