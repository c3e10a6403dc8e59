import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getMedium, getPlayback, putCaptions } from '#contract/media/routes.ts'
import { UPLOADS_PATH } from '#contract/media/rules.ts'
import { createPost, deletePost } from '#contract/posts/routes.ts'
import { aClip, aTone, checkManifest, type ManifestProblem } from '#server/domains/media/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'
import { startSwift } from '#server/testing/swift/start-swift.ts'

import { blobOf, expectNoBytes, fetchAs, startMediaTest } from './media-testing.ts'
import { finishDeletions } from './testing.ts'

/* The whole product on an S3 server. Where none can be had, startSwift says so and this is skipped. */

const swift = await startSwift()
const hasLadder = hasPrograms('ffmpeg', 'ffprobe')

type Rig = Awaited<ReturnType<typeof startMediaTest>>

describe.skipIf(!swift)('on an S3 server', () => {
  let rig: Rig
  let store: string

  beforeAll(async () => {
    rig = await startMediaTest({ STORAGE_URL: swift?.storageUrl ?? '' })
    store = rig.app.platform.storage.origin ?? ''
  })
  afterAll(async () => {
    await rig.app.close()
    await swift?.stop()
  })

  /** The store's address that a user is redirected to. */
  async function sentOn(session: Rig['asha'] | null, url: string | null | undefined): Promise<URL> {
    const answer = await fetchAs(rig.app, session, url)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store'])
    expect((await answer.arrayBuffer()).byteLength).toBe(0)
    const address = new URL(answer.headers.get('location') ?? '')
    expect(address.origin).toBe(store)
    return address
  }

  async function keys(): Promise<string[]> {
    const found: string[] = []
    for await (const { key } of rig.app.platform.storage.list('media/')) found.push(key)
    return found
  }

  async function problems(): Promise<ManifestProblem[]> {
    const found: ManifestProblem[] = []
    await checkManifest(rig.app.db, rig.app.platform.storage, (problem) => found.push(problem))
    return found
  }

  test('pages may show and fetch files at the store', async () => {
    const policy = (await fetch(`${rig.app.baseUrl}/healthz`)).headers.get('content-security-policy') ?? ''
    for (const name of ['img-src', 'media-src', 'connect-src'])
      expect(policy.split(';').find((rule) => rule.trim().startsWith(name))).toContain(` ${store}`)
    expect(policy.split(';').find((rule) => rule.trim().startsWith('script-src'))).not.toContain(store)
  })

  describe('an audio track for members, sent by a form', () => {
    const tone = aTone(6)
    let postId: string
    let url: string

    beforeAll(async () => {
      const { body } = await rig.publish({ audio: blobOf(tone) }, { planId: rig.planId })
      postId = body.post._id
      url = ((await rig.postSeenBy(rig.ravi, postId)).audio ?? '').replace(/[^/]*$/, 'original')
    })

    test('is served to a member by the store, for ten minutes at most', async () => {
      const address = await sentOn(rig.ravi, url)
      expect(Number(address.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(600)
      const answer = await fetch(address)
      expect(answer.headers.get('content-type')).toBe('audio/wav')
      expect(answer.headers.get('content-disposition')).toBe('inline; filename="cheers-audio.wav"')
      expect(Buffer.from(await answer.arrayBuffer()).equals(tone)).toBe(true)
      const part = await fetch(address, { headers: { range: 'bytes=1000-1999' } })
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes 1000-1999/${tone.length}`,
      ])
      expect(Buffer.from(await part.arrayBuffer()).equals(tone.subarray(1000, 2000))).toBe(true)
    })

    test('has an address at the store for nothing else, and nothing else opens it', async () => {
      const address = await sentOn(rig.ravi, url)
      const bare = new URL(address.pathname, address)
      const longer = new URL(address)
      longer.searchParams.set('X-Amz-Expires', '86400')
      const renamed = new URL(address)
      renamed.searchParams.set('response-content-type', 'text/html')
      for (const forged of [bare, longer, renamed, new URL('/cheers?list-type=2', address)]) {
        const answer = await fetch(forged)
        // Servers use different words for it.
        expect(Math.floor(answer.status / 100)).toBe(4)
        expect((await answer.text()).includes('RIFF')).toBe(false)
      }
      expect((await fetch(address, { method: 'DELETE' })).status).toBe(403)
    })

    test('has its HEAD and conditional requests answered by us, without a store address', async () => {
      const head = await fetchAs(rig.app, rig.ravi, url, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(tone.length)])
      const etag = head.headers.get('etag') ?? ''
      const known = await fetchAs(rig.app, rig.ravi, url, { headers: { 'if-none-match': etag } })
      expect([known.status, known.headers.get('location')]).toEqual([304, null])
      const beyond = await fetchAs(rig.app, rig.ravi, url, { headers: { range: `bytes=${tone.length}-` } })
      expect([beyond.status, beyond.headers.get('location')]).toEqual([416, null])
    })

    test('stays closed to everyone else, and after ten minutes', async () => {
      for (const stranger of [null, rig.meera, rig.asha]) await expectNoBytes(rig.app, stranger, url)
      await rig.app.clock.advance(rig.app.db, 10 * 60_000)
      await expectNoBytes(rig.app, rig.ravi, url)
      const mediaId = url.split('/')[4] ?? ''
      const { body } = await rig.app.call(getPlayback, { mediaId }, { as: rig.ravi })
      url = (body.src ?? '').replace(/[^/]*$/, 'original')
      await sentOn(rig.ravi, url)
    })

    test('has captions, which we serve', async () => {
      const mediaId = url.split('/')[4] ?? ''
      const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
      await rig.app.call(putCaptions, { mediaId, language: 'en', label: 'English', vtt }, { as: rig.asha })
      const { media } = await rig.postSeenBy(rig.ravi, postId)
      const answer = await fetchAs(rig.app, rig.ravi, media?.captions[0]?.url)
      expect([answer.status, await answer.text()]).toEqual([200, vtt])
    })

    test('is deleted from the store with its post', async () => {
      const address = await sentOn(rig.ravi, url)
      await rig.app.call(deletePost, { id: postId }, { as: rig.asha })
      await expectNoBytes(rig.app, rig.ravi, url)
      await finishDeletions(rig.app)
      expect((await fetch(address)).status).toBe(404)
      expect(await keys()).toEqual([])
    })
  })

  test('a video is uploaded resumably, in pieces, and plays from the store', async () => {
    const clip = aClip()
    const headers = {
      authorization: `Bearer ${rig.asha.token}`,
      cookie: `cheers-${new URL(rig.app.baseUrl).port}=${rig.asha.cookie}`,
      'tus-resumable': '1.0.0',
    }
    const begun = await fetch(`${rig.app.baseUrl}${UPLOADS_PATH}`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(clip.length),
        'upload-metadata': `kind ${btoa('video')}`,
      },
    })
    const at = begun.headers.get('location') ?? ''
    for (const [start, end] of [
      [0, 500],
      [500, clip.length],
    ] as const) {
      const sent = await fetch(`${rig.app.baseUrl}${at}`, {
        method: 'PATCH',
        headers: {
          ...headers,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(start),
        },
        body: clip.subarray(start, end),
      })
      expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, String(end)])
    }
    const mediaId = at.split('/').at(-1) ?? ''
    await rig.app.drain()
    const { body: made } = await rig.app.call(getMedium, { mediaId }, { as: rig.asha })
    expect(made).toMatchObject({ state: 'ready', progress: 100, isConverted: hasLadder })
    const post = await rig.app.call(
      createPost,
      { content: '<p>x</p>', mediaId, planId: rig.planId },
      { as: rig.asha },
    )
    const { media } = await rig.postSeenBy(rig.ravi, post.body.post._id)
    const video = await fetch(await sentOn(rig.ravi, media?.src?.replace(/[^/]*$/, 'original')))
    expect(
      createHash('sha256')
        .update(Buffer.from(await video.arrayBuffer()))
        .digest('hex'),
    ).toBe(createHash('sha256').update(clip).digest('hex'))
    if (!hasLadder || !media?.hls) return
    // We serve playlists and their parts: scripts may read them, whatever the store says about other origins.
    const master = await (await fetchAs(rig.app, rig.ravi, media.hls)).text()
    const step = master.split('\n').find((line) => line.endsWith('.m3u8')) ?? ''
    const playlist = await (await fetchAs(rig.app, rig.ravi, media.hls.replace('master.m3u8', step))).text()
    const name = /URI="([^"]+)"/.exec(playlist)?.[1] ?? ''
    const pieces = media.hls.replace('master.m3u8', name)
    const piece = await fetchAs(rig.app, rig.ravi, pieces, { headers: { range: 'bytes=4-7' } })
    expect([piece.status, await piece.text()]).toEqual([206, 'ftyp'])
    for (const small of [media.poster, media.lowSrc])
      expect((await fetch(await sentOn(rig.ravi, small))).status).toBe(200)
    for (const url of [media.hls, pieces, media.poster, media.lowSrc])
      await expectNoBytes(rig.app, rig.meera, url)
  })

  test('a picture is served in widths, and never in its original form', async () => {
    const photo = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#a63' } })
      .jpeg()
      .toBuffer()
    const files = { image: blobOf(Buffer.from(photo)) }
    const { body } = await rig.publish(files, { alt: 'A wall', planId: rig.planId })
    const { media } = await rig.postSeenBy(rig.ravi, body.post._id)
    expect(media?.srcSet.length).toBeGreaterThan(1)
    for (const { url, widthPx } of media?.srcSet ?? []) {
      const answer = await fetch(await sentOn(rig.ravi, url))
      expect(answer.headers.get('content-type')).toBe('image/webp')
      const { width, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect({ width, format }).toEqual({ width: widthPx, format: 'webp' })
      await expectNoBytes(rig.app, rig.meera, url)
    }
    await expectNoBytes(rig.app, rig.ravi, media?.src?.replace(/[^/]*$/, 'original'))
  })

  test('free media redirect everyone to the store', async () => {
    const { body } = await rig.publish({ audio: blobOf(aTone(1)) })
    const answer = await fetch(await sentOn(null, body.post.audio))
    expect((await answer.arrayBuffer()).byteLength).toBe(aTone(1).length)
  })

  test('the manifest check and the sweep find altered, lost and leftover objects', async () => {
    const { storage } = rig.app.platform
    await rig.app.drain()
    expect(await problems()).toEqual([])
    const { body } = await rig.publish({ audio: blobOf(aTone(2)) })
    await rig.app.drain()
    const mediaId = body.post.media?._id ?? ''
    const named = await many(
      rig.app.db,
      sql<{ key: string }>`select original_key as key from media where id = ${mediaId}
        union all select key from media_renditions where media_id = ${mediaId}`,
    )
    const [original, ...renditions] = named.map(({ key }) => key)
    const other = aTone(2)
    other.writeUInt8(1, 1000)
    await storage.put(original ?? '', other, 'audio/wav')
    expect((await problems()).map(({ key, what }) => [key, what])).toEqual([[original, 'other bytes']])

    for (const { key } of named) await storage.delete(key)
    expect(await problems()).toHaveLength(1 + renditions.length)
    const orphan = `media/${'e'.repeat(32)}/original.mp4`
    await storage.put(orphan, aClip(), 'video/mp4')
    const list = storage.list.bind(storage)
    // The store dates its objects; two days later it would report this.
    storage.list = async function* (prefix) {
      for await (const facts of list(prefix))
        yield { ...facts, modifiedAt: new Date(facts.modifiedAt.getTime() - 48 * 3_600_000) }
    }
    const before = (await keys()).length
    await rig.app.platform.database.pool.query(`insert into jobs (name) values ('media.sweep-store')`)
    await rig.app.drain()
    storage.list = list
    expect(await keys()).toHaveLength(before - 1)
    expect(await storage.stat(orphan)).toBeNull()
    const { body: lost } = await rig.app.call(getMedium, { mediaId }, { as: rig.asha })
    expect(lost).toMatchObject({ state: 'failed' })
    expect(await problems()).toEqual([])
  })
})
