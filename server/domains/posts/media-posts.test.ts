import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deleteMedium, describeMedium } from '#contract/media/routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { aClip, aTone } from '#server/domains/media/testing.ts'
import { one, sql } from '#server/platform/db/query.ts'

import { blobOf, fetchAs, startMediaTest } from './media-testing.ts'

let rig: Awaited<ReturnType<typeof startMediaTest>>

beforeAll(async () => {
  rig = await startMediaTest()
})
afterAll(() => rig.app.close())

/** A photo as a phone takes it: on its side, and with its location. */
async function aPhoto(widthPx = 3000, heightPx = 2000): Promise<Buffer<ArrayBuffer>> {
  const photo = await sharp({
    create: { width: widthPx, height: heightPx, channels: 3, background: '#c03020' },
  })
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '12/1 58/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  return Buffer.from(photo)
}

async function countOf(table: 'media'): Promise<number> {
  return (await one(rig.app.db, sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`)).n
}

describe('a picture in a post', () => {
  test('is upright, without its metadata, in widths to choose from, with its colour', async () => {
    const { status, body } = await rig.publish({ image: blobOf(await aPhoto()) }, { alt: 'A red wall' })
    expect(status).toBe(200)
    const { media } = body.post
    expect(media).toMatchObject({
      kind: 'image',
      alt: 'A red wall',
      state: 'ready',
      widthPx: 2000,
      heightPx: 3000,
      expiresAt: null,
    })
    expect(media?.placeholder).toMatch(/^#[bc]\w[23]\w[12]\w$/)
    expect(media?.srcSet.map(({ widthPx }) => widthPx)).toEqual([480, 960, 1440, 2000])
    expect(body.post.image).toBe(media?.src)
    for (const { url, widthPx } of media?.srcSet ?? []) {
      const answer = await fetchAs(rig.app, null, url)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect(metadata).toMatchObject({ format: 'webp', width: widthPx })
      expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined])
    }
  })

  test('is not stored in its original form', async () => {
    await rig.app.drain()
    for await (const { key } of rig.app.platform.storage.list('media/')) expect(key).not.toContain('original')
  })

  test('is made before the answer, and not by the queue at the same time', async () => {
    const { body } = await rig.publish({ image: blobOf(await aPhoto(600, 400)) })
    expect(body.post).toMatchObject({ isWaiting: false, media: { state: 'ready' } })
    const due = sql<{ n: number }>`select count(*) as n from jobs
      where name = 'media.process' and run_at <= now()`
    expect((await one(rig.app.db, due)).n).toBe(0)
  })

  test('stays animated if it was', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { body } = await rig.publish({ image: blobOf(Buffer.from(gif), 'image/gif') })
    const answer = await fetchAs(rig.app, null, body.post.image)
    const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect(metadata).toMatchObject({ format: 'webp', pages: 3, width: 40 })
    expect(body.post.media).toMatchObject({ widthPx: 40, heightPx: 30 })
  })

  test.each([
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a text', 'just a text'],
  ])('is refused when it is %s', async (_, text) => {
    const before = await countOf('media')
    const answer = await rig.publish({ image: new Blob([text], { type: 'image/png' }) })
    expect(answer).toMatchObject({ status: 415, failure: { code: 'medium_refused' } })
    expect(await countOf('media')).toBe(before)
  })
})

describe('a video or audio track in a post', () => {
  test('plays at once when browsers can, and says how long it is', async () => {
    const { status, body } = await rig.publish({ video: blobOf(aClip(), 'video/webm') })
    expect(status).toBe(200)
    expect(body.post.media).toMatchObject({
      kind: 'video',
      state: 'ready',
      widthPx: 64,
      heightPx: 48,
      durationMs: 1000,
    })
    const answer = await fetchAs(rig.app, null, body.post.video)
    expect(answer.headers.get('content-type')).toBe('video/webm')
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="cheers-video.webm"')
    expect(Buffer.from(await answer.arrayBuffer()).equals(aClip())).toBe(true)
  })

  test('has a length if it is audio', async () => {
    const { body } = await rig.publish({ audio: blobOf(aTone(3), 'audio/wav') })
    expect(body.post.media).toMatchObject({ kind: 'audio', durationMs: 3000 })
    expect(body.post.audio).not.toBeNull()
    expect((await fetchAs(rig.app, null, body.post.audio)).headers.get('content-type')).toBe('audio/wav')
  })

  test.each([
    ['video', 'a sound', aTone(1)],
    ['audio', 'a page', Buffer.from('<html><script>alert(1)</script>')],
    ['video', 'a page called a video', Buffer.from('....ftypisom<html><script>alert(1)</script>')],
  ])('%s is refused when it is %s', async (kind, _, bytes) => {
    expect(await rig.publish({ [kind]: blobOf(bytes, 'video/mp4') })).toMatchObject({
      status: 415,
      failure: { code: 'medium_refused' },
    })
  })
})

describe('a post', () => {
  test('holds one medium at a time', async () => {
    const two = { video: blobOf(aClip()), audio: blobOf(aTone(1)) }
    expect(await rig.publish(two)).toMatchObject({ status: 422, failure: { code: 'one_medium_only' } })
    const both = await rig.app.call(
      createPost,
      { content: '<p>x</p>', videoLink: 'https://youtu.be/dQw4w9WgXcQ' },
      { as: rig.asha, files: { audio: blobOf(aTone(1)) } },
    )
    expect(both).toMatchObject({ status: 422, failure: { code: 'one_medium_only' } })
  })

  test('that is refused keeps nothing of its file', async () => {
    const before = await countOf('media')
    const answer = await rig.app.call(
      createPost,
      { content: '<p>Hello</p>', planId: '0199f0c4-6d1e-7c53-9a7e-000000000000' },
      { as: rig.asha, files: { audio: blobOf(aTone(1)) } },
    )
    expect(answer.failure.code).toBe('plan_not_found')
    expect(await countOf('media')).toBe(before)
    await rig.app.drain()
  })

  test('frames a video by its link, and refuses other links', async () => {
    const answer = await rig.app.call(
      createPost,
      { content: '<p>x</p>', videoLink: 'https://youtu.be/dQw4w9WgXcQ' },
      { as: rig.asha },
    )
    const src = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?enablejsapi=1'
    expect(answer.body.post).toMatchObject({ embed: { provider: 'youtube', src }, video: src, media: null })
    const refused = await rig.app.call(
      createPost,
      { content: '<p>x</p>', videoLink: 'https://evil.example/' },
      { as: rig.asha },
    )
    expect(refused).toMatchObject({
      status: 422,
      failure: { code: 'video_link_refused', field: 'videoLink' },
    })
  })

  test.each([
    ['video', 'https://youtu.be/dQw4w9WgXcQ', 'youtube'],
    ['video', ' https://vimeo.com/76979871 ', 'vimeo'],
    ['image', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube'],
    ['audio', 'https://www.twitch.tv/videos/123456789', 'twitch'],
  ])('frames a video whose link comes in place of a file, as %s', async (field, link, provider) => {
    for (const files of [undefined, {}]) {
      const answer = await rig.app.call(
        createPost,
        { content: '<p>x</p>', [field]: link },
        { as: rig.asha, ...(files && { files }) },
      )
      expect(answer.body.post).toMatchObject({ embed: { provider }, media: null })
    }
  })

  test.each([
    ['video', 'https://evil.example/film.mp4'],
    ['image', 'data:image/png;base64,iVBORw0KGgo='],
    ['audio', '[object File]'],
    ['video', 'C:\\fakepath\\film.mp4'],
  ])('refuses other text in place of a file: %s, %s', async (field, text) => {
    for (const files of [undefined, {}]) {
      const answer = await rig.app.call(
        createPost,
        { content: '<p>x</p>', [field]: text },
        { as: rig.asha, ...(files && { files }) },
      )
      expect(answer).toMatchObject({ status: 422, failure: { code: 'medium_as_text', field } })
    }
  })

  test('takes one medium, a file or a link', async () => {
    const link = 'https://youtu.be/dQw4w9WgXcQ'
    const refused = [
      await rig.app.call(
        createPost,
        { content: '<p>x</p>', video: link },
        { as: rig.asha, files: { audio: blobOf(aTone(1)) } },
      ),
      await rig.app.call(
        createPost,
        { content: '<p>x</p>', video: link, videoLink: 'https://vimeo.com/76979871' },
        { as: rig.asha },
      ),
    ]
    for (const answer of refused) expect(answer.failure.code).toBe('one_medium_only')
    const same = await rig.app.call(
      createPost,
      { content: '<p>x</p>', video: link, videoLink: link },
      { as: rig.asha },
    )
    expect(same.body.post.embed?.provider).toBe('youtube')
  })

  test.each(['', 'null', 'undefined'])('takes "%s" for a file that wasn’t chosen', async (nothing) => {
    const answer = await rig.app.call(
      createPost,
      { content: '<p>x</p>', image: nothing, video: nothing, audio: nothing },
      { as: rig.asha, files: {} },
    )
    expect(answer.body.post).toMatchObject({ embed: null, media: null })
  })

  test('says what it holds, and nothing else, when it is locked', async () => {
    const { body } = await rig.publish({ audio: blobOf(aTone(2)) }, { planId: rig.planId })
    const locked = await rig.postSeenBy(undefined, body.post._id)
    expect(locked).toMatchObject({
      locked: true,
      media: null,
      audio: null,
      holds: { kind: 'audio', durationMs: 2000 },
    })
    expect(JSON.stringify(locked)).not.toContain(body.post.media?._id)
    const open = await rig.postSeenBy(rig.ravi, body.post._id)
    expect(open).toMatchObject({ locked: false, holds: null, media: { kind: 'audio' } })
    expect((await fetchAs(rig.app, rig.ravi, open.audio)).status).toBe(200)
  })
})

describe('an own medium', () => {
  test('in a post cannot be removed alone, but can be described', async () => {
    const { body } = await rig.publish({ audio: blobOf(aTone(1)) })
    const mediaId = body.post.media?._id ?? ''
    expect(await rig.app.call(deleteMedium, { mediaId }, { as: rig.asha })).toMatchObject({
      status: 409,
      failure: { code: 'medium_in_use' },
    })
    expect((await rig.app.call(describeMedium, { mediaId, alt: 'A tone' }, { as: rig.asha })).body.alt).toBe(
      'A tone',
    )
    expect((await rig.postSeenBy(rig.ravi, body.post._id)).media?.alt).toBe('A tone')
  })
})
