import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { getMedium, getPlayback } from '#contract/media/routes.ts'
import { createPost, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { hasFfmpeg } from '#server/platform/ffmpeg/find-ffmpeg.ts'
import { aClip, aTone } from '#server/platform/media-files/clip-testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

let app: TestApp
let asha: TestSession

beforeAll(async () => {
  app = await startTestApp()
  const user = await aUser(app.db)
  await aCreator(app.db, user.id, { handle: 'asha' })
  asha = await aSession(app.db, app.platform, user.id)
  // It is looked up once, when something is first prepared: by then PATH must be empty.
  vi.stubEnv('PATH', '/nowhere')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await app.close()
})

async function publish(kind: 'video' | 'audio', bytes: Buffer<ArrayBuffer>) {
  const files = { [kind]: new Blob([bytes]) }
  const { body } = await app.call(createPost, { content: '<p>x</p>' }, { as: asha, files })
  await app.drain()
  const mediaId = body.post.media?._id ?? ''
  const { body: listed } = await app.call(getPostsByPageHandle, { pageHandle: 'asha' })
  return {
    isListed: listed.some(({ _id }) => _id === body.post._id),
    medium: (await app.call(getMedium, { mediaId }, { as: asha })).body,
    playback: (await app.call(getPlayback, { mediaId })).body,
  }
}

describe('on a machine without ffmpeg', () => {
  test('none is found', async () => {
    expect(await hasFfmpeg()).toBe(false)
  })

  test.each([
    ['video', aClip()],
    ['audio', aTone(1)],
  ] as const)('the original of a %s plays, and nothing else is made', async (kind, bytes) => {
    const { isListed, medium, playback } = await publish(kind, bytes)
    expect(isListed).toBe(true)
    expect(medium).toMatchObject({ state: 'ready', progress: 100, playsNatively: true, isConverted: false })
    expect(playback).toMatchObject({ hls: null, lowSrc: null, audioOnlySrc: null, poster: null })
    expect(playback.src).toMatch(/\/original$/)
    const answer = await fetch(`${app.baseUrl}${playback.src}`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('a file most browsers cannot play is published as it is, and its creator is notified', async () => {
    const { isListed, medium, playback } = await publish('video', aClip({ isPlayable: false }))
    expect(isListed).toBe(true)
    expect(medium).toMatchObject({ state: 'ready', playsNatively: false, isConverted: false })
    expect(playback.src).toMatch(/\/original$/)
  })
})
