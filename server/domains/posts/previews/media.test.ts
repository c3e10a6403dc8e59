import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  createPreviewLink,
  getPreview,
  getPreviewDownload,
  getPreviewPlayback,
  revokePreviewLink,
} from '#contract/posts/preview-routes.ts'
import { getDraft, publishDraft, saveDraft } from '#contract/posts/writing-routes.ts'
import { aTone, uploadFile } from '#server/domains/media/testing.ts'
import { one, sql } from '#server/platform/db/query.ts'

import { blobOf, expectNoBytes, fetchAs, startMediaTest } from '../media-testing.ts'

const tone = aTone(3)
const stems = Buffer.from('the stems of a song')

let rig: Awaited<ReturnType<typeof startMediaTest>>
let postId: string
let fileId: string

beforeAll(async () => {
  rig = await startMediaTest()
  fileId = await uploadFile(rig.app, rig.asha, { name: 'stems.zip', bytes: stems })
  postId = (await rig.publish({ audio: blobOf(tone) }, { planId: rig.planId })).body.post._id
  const as = { as: rig.asha }
  const { body: draft } = await rig.app.call(getDraft, { id: postId }, as)
  const { title, content, audience, videoLink, teaser, isMailed, media, revision } = draft
  const saved = { title, content, audience, videoLink, teaser, isMailed, revision, coverId: null }
  const mediaIds = media.map(({ _id }) => _id)
  const { body } = await rig.app.call(
    saveDraft,
    { ...saved, id: postId, mediaIds, files: [{ mediaId: fileId }] },
    as,
  )
  await rig.app.call(publishDraft, { id: postId, revision: body.revision }, as)
})
afterAll(() => rig.app.close())

async function aLink() {
  const { body } = await rig.app.call(createPreviewLink, { id: postId }, { as: rig.asha })
  const token = body.url.split('/').at(-1) ?? ''
  const { post } = (await rig.app.call(getPreview, { token })).body
  const file = (await rig.app.call(getPreviewDownload, { token, mediaId: fileId })).body
  const sound = post.audio?.replace(/[^/]*$/, 'original') ?? ''
  return { token, post, sound, file: file.url }
}

describe('behind a preview link', () => {
  test('anybody hears the audio and gets the files of a members’ post, without an account', async () => {
    const { post, sound, file } = await aLink()
    expect(post.files).toEqual([
      expect.objectContaining({ name: 'stems.zip', isOpen: true, downloads: null, plan: null }),
    ])
    const heard = await fetchAs(rig.app, null, sound)
    expect(Buffer.from(await heard.arrayBuffer()).equals(tone)).toBe(true)
    const part = await fetchAs(rig.app, null, sound, { headers: { range: 'bytes=0-9' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
    expect(part.headers.get('cache-control')).toBe('private, no-cache')
    const saved = await fetchAs(rig.app, null, file)
    expect(saved.headers.get('content-disposition')).toContain('stems.zip')
    expect(Buffer.from(await saved.arrayBuffer()).equals(stems)).toBe(true)
  })

  test('addresses live ten minutes at most, and new ones are given while the link works', async () => {
    const { token, post, sound } = await aLink()
    const now = rig.app.clock.now().getTime()
    const endsAt = Date.parse(post.media?.expiresAt ?? '')
    expect(endsAt - now).toBeGreaterThan(0)
    expect(endsAt - now).toBeLessThanOrEqual(600_000)
    await rig.app.clock.advance(rig.app.db, 600_000)
    await expectNoBytes(rig.app, null, sound)
    const mediaId = post.media?._id ?? ''
    const { body } = await rig.app.call(getPreviewPlayback, { token, mediaId })
    const fresh = body.src?.replace(/[^/]*$/, 'original')
    expect((await fetchAs(rig.app, null, fresh)).status).toBe(200)
  })

  test('revoking or replacing the link ends all of it at once', async () => {
    const first = await aLink()
    const second = await aLink()
    const mediaId = first.post.media?._id ?? ''
    for (const address of [first.sound, first.file]) await expectNoBytes(rig.app, null, address)
    expect((await fetchAs(rig.app, null, second.sound)).status).toBe(200)
    await rig.app.call(revokePreviewLink, { id: postId }, { as: rig.asha })
    for (const address of [second.sound, second.file]) await expectNoBytes(rig.app, null, address)
    for (const { token } of [first, second]) {
      const playback = await rig.app.call(getPreviewPlayback, { token, mediaId })
      const download = await rig.app.call(getPreviewDownload, { token, mediaId: fileId })
      expect([playback.failure.code, download.failure.code]).toEqual([
        'preview_link_invalid',
        'preview_link_invalid',
      ])
    }
  })

  test('only the media of that post can be had', async () => {
    const { body } = await rig.publish({ audio: blobOf(aTone(1)) }, { planId: rig.planId })
    const otherId = (await rig.postSeenBy(rig.ravi, body.post._id)).media?._id ?? ''
    const { token, sound, post } = await aLink()
    for (const route of [getPreviewPlayback, getPreviewDownload])
      expect((await rig.app.call(route, { token, mediaId: otherId })).status).toBe(404)
    await expectNoBytes(rig.app, null, sound.replace(post.media?._id ?? '-', otherId))
  })

  test('nothing counts as opened or downloaded by the person who looks', async () => {
    const { sound, file } = await aLink()
    for (const address of [sound, file]) await (await fetchAs(rig.app, rig.ravi, address)).arrayBuffer()
    await rig.app.platform.writeBehind.flush()
    const counted = await one(
      rig.app.db,
      sql<{ openings: number; downloads: number }>`select
        (select count(*)::integer from post_openings where post_id = ${postId}) as openings,
        (select downloads from post_files where media_id = ${fileId}) as downloads`,
    )
    expect(counted).toEqual({ openings: 0, downloads: 0 })
  })
})
