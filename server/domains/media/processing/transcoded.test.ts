import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getMedium, getPlayback } from '#contract/media/routes.ts'
import { createPost, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { aClip, aTone } from '#server/platform/media-files/clip-testing.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const isHere = hasPrograms('ffmpeg', 'ffprobe')

let app: TestApp
let asha: TestSession

beforeAll(async () => {
  app = await startTestApp()
  const user = await aUser(app.db)
  await aCreator(app.db, user.id, { handle: 'asha' })
  asha = await aSession(app.db, app.platform, user.id)
})
afterAll(() => app.close())

async function publish(kind: 'video' | 'audio', bytes: Buffer<ArrayBuffer>) {
  const files = { [kind]: new Blob([bytes]) }
  const { body } = await app.call(createPost, { content: '<p>x</p>' }, { as: asha, files })
  return body.post
}

async function text(url: string | null | undefined): Promise<string> {
  const answer = await fetch(`${app.baseUrl}${url}`)
  expect(answer.status).toBe(200)
  return answer.text()
}

async function listed(): Promise<string[]> {
  return (await app.call(getPostsByPageHandle, { pageHandle: 'asha' })).body.map(({ _id }) => _id)
}

describe.skipIf(!isHere)('with ffmpeg on the machine (skipped where there is none)', () => {
  test('a file that browsers play is published at once and gains its renditions later', async () => {
    const post = await publish('video', aClip())
    expect(post).toMatchObject({ isWaiting: false, media: { state: 'ready', hls: null, poster: null } })
    expect(await listed()).toContain(post._id)
    await app.drain()
    const mediaId = post.media?._id ?? ''
    const { body } = await app.call(getPlayback, { mediaId })
    expect(body).toMatchObject({ state: 'ready', progress: 100, kind: 'video' })
    expect(body.poster).toMatch(/\/poster$/)
    expect(body.lowSrc).toMatch(/\/low$/)
    const master = await text(body.hls)
    const playlist = master.split('\n').find((line) => line.endsWith('.m3u8')) ?? ''
    const part = /URI="([^"]+)"/.exec(await text(body.hls?.replace('master.m3u8', playlist)))?.[1] ?? ''
    const answer = await fetch(`${app.baseUrl}${body.hls?.replace('master.m3u8', part)}`, {
      headers: { range: 'bytes=4-7' },
    })
    expect([answer.status, await answer.text()]).toEqual([206, 'ftyp'])
  })

  test('other files are published once they can be played', async () => {
    const post = await publish('video', aClip({ isPlayable: false }))
    expect(post).toMatchObject({ isWaiting: true, video: null, media: { state: 'processing', src: null } })
    expect(await listed()).not.toContain(post._id)
    await app.drain()
    expect(await listed()).toContain(post._id)
    const { body } = await app.call(getPlayback, { mediaId: post.media?._id ?? '' })
    expect(body.src).toMatch(/\/low$/)
    expect((await app.call(getMedium, { mediaId: body._id }, { as: asha })).body).toMatchObject({
      playsNatively: false,
      isConverted: true,
    })
  })

  test('an audio track is brought to the common loudness', async () => {
    const post = await publish('audio', aTone(2))
    await app.drain()
    const { body } = await app.call(getPlayback, { mediaId: post.media?._id ?? '' })
    expect(body.src).toMatch(/\/audio-normalised$/)
    expect((await fetch(`${app.baseUrl}${body.src}`)).headers.get('content-type')).toBe('audio/mp4')
  })

  test('interrupted preparation is resumed', async () => {
    const post = await publish('audio', aTone(1))
    const mediaId = post.media?._id ?? ''
    // The node that took it is gone, and its job with it.
    const soon = app.clock.now().getTime() + 60_000
    await run(app.db, sql`update media set claimed_until = ${new Date(soon)} where id = ${mediaId}`)
    await app.drain()
    expect((await app.call(getPlayback, { mediaId })).body.progress).toBe(0)
    await app.clock.advance(app.db, 120_000)
    await app.platform.database.pool.query(`insert into jobs (name) values ('media.sweep')`)
    await app.drain()
    expect((await app.call(getPlayback, { mediaId })).body).toMatchObject({ state: 'ready', progress: 100 })
  })

  test('a file that cannot be decoded fails, and its owner is notified', async () => {
    const broken = aClip({ isPlayable: false })
    const frames = broken.indexOf('mdat') + 4
    broken.fill(0, frames, broken.indexOf('moov') - 4)
    const post = await publish('video', broken)
    await app.drain()
    const { body } = await app.call(getMedium, { mediaId: post.media?._id ?? '' }, { as: asha })
    expect(body).toMatchObject({ state: 'failed' })
    expect(body.failure).toMatch(/could not be prepared/)
    expect(await listed()).not.toContain(post._id)
  })
})
