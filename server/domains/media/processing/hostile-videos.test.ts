import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { getMedium } from '#contract/media/routes.ts'
import { createPost, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { aClip } from '#server/platform/media-files/clip-testing.ts'
import { ProcessDied } from '#server/platform/process-pool/task.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { makeHostileVideos } from './hostile-video-testing.ts'
import { prepareMedium } from './process.ts'

const isHere = hasPrograms('ffmpeg', 'ffprobe')
const execute = promisify(execFile)

let app: TestApp
let user: BuiltUser
let asha: TestSession
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  user = await aUser(app.db)
  await aCreator(app.db, user.id, { handle: 'asha' })
  asha = await aSession(app.db, app.platform, user.id)
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-hostile-videos-'))
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await app.close()
  await fs.rm(folder, { recursive: true, force: true })
})

async function publish(bytes: Buffer<ArrayBuffer>, kind = 'video'): Promise<string> {
  const { body } = await app.call(
    createPost,
    { content: '<p>x</p>' },
    { as: asha, files: { [kind]: new Blob([bytes]) } },
  )
  return body.post.media?._id ?? ''
}

async function mediumOf(mediaId: string) {
  return (await app.call(getMedium, { mediaId }, { as: asha })).body
}

async function attemptsOf(mediaId: string): Promise<number> {
  const row = await one(app.db, sql<{ attempts: number }>`select attempts from media where id = ${mediaId}`)
  return row.attempts
}

/** As the queue does, time and again. */
async function attempt(mediaId: string): Promise<void> {
  const { db } = app.platform.database
  await prepareMedium(app.platform, (work) => db.transaction().execute(work), mediaId).catch(() => undefined)
}

describe.skipIf(!isHere)(
  'a video whose sound is longer than its picture, or that lies about its length',
  () => {
    test('is prepared like any other', async () => {
      for (const { name, file } of await makeHostileVideos(folder, execute)) {
        const mediaId = await publish(Buffer.from(await fs.readFile(file)))
        await app.drain()
        expect([name, await mediumOf(mediaId)]).toMatchObject([
          name,
          { state: 'ready', progress: 100, isConverted: true, failure: null },
        ])
        const { body } = await app.call(getPostsByPageHandle, { pageHandle: 'asha' })
        expect(body.find(({ media }) => media?._id === mediaId)?.media?.poster).toMatch(/\/poster$/)
      }
    }, 90_000)
  },
)

describe('a medium that kills the process preparing it', () => {
  function kill(): void {
    vi.spyOn(app.platform.processes.long, 'run').mockRejectedValue(new ProcessDied('ended with SIGSEGV'))
  }

  test.skipIf(!isHere)('is tried three times, then set aside, and its creator is notified', async () => {
    kill()
    const mediaId = await publish(aClip({ isPlayable: false }))
    for (const count of [1, 2]) {
      await attempt(mediaId)
      expect(await attemptsOf(mediaId)).toBe(count)
      expect(await mediumOf(mediaId)).toMatchObject({ state: 'processing', failure: null })
    }
    await attempt(mediaId)
    expect(await mediumOf(mediaId)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/tried three times/) as string,
    })
    await app.drain()
    const mails = await app.mails(user.email)
    expect(mails.map(({ subject }) => subject)).toContain('We could not prepare a video you uploaded')

    vi.restoreAllMocks()
    await attempt(mediaId)
    await app.clock.advance(app.db, 3_600_000)
    await app.platform.database.pool.query(`insert into jobs (name) values ('media.sweep')`)
    await app.drain()
    expect([await attemptsOf(mediaId), (await mediumOf(mediaId)).state]).toEqual([3, 'failed'])
  })

  test.skipIf(!isHere)('keeps playing as uploaded if browsers can do that', async () => {
    kill()
    const mediaId = await publish(aClip())
    for (let count = 1; count <= 3; count++) await attempt(mediaId)
    expect(await mediumOf(mediaId)).toMatchObject({
      state: 'ready',
      progress: 100,
      failure: expect.stringMatching(/plays as you uploaded it/) as string,
    })
  })

  test('counts the attempt even when it ended the whole server', async () => {
    const mediaId = await publish(aClip({ isPlayable: false }))
    // Three servers took it, and are gone.
    await run(
      app.db,
      sql`update media set attempts = 3, claimed_until = ${app.clock.now()} where id = ${mediaId}`,
    )
    const tried = vi.spyOn(app.platform.processes.long, 'run')
    await app.clock.advance(app.db, 1000)
    await attempt(mediaId)
    expect(tried).not.toHaveBeenCalled()
    expect(await mediumOf(mediaId)).toMatchObject({ state: 'failed' })
  })

  test('is refused at once while its sender waits', async () => {
    vi.spyOn(app.platform.processes.quick, 'run').mockRejectedValue(new ProcessDied('ended with SIGSEGV'))
    const files = { video: new Blob([aClip()]) }
    const answer = await app.call(createPost, { content: '<p>x</p>' }, { as: asha, files })
    expect(answer).toMatchObject({ status: 415, failure: { code: 'medium_refused' } })
    expect(answer.failure.message).toMatch(/could not read this file/)
  })
})

test('a passing fault, like a full disk, does not count as an attempt', async () => {
  const mediaId = await publish(aClip({ isPlayable: false }))
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  vi.spyOn(app.platform.processes.long, 'run').mockRejectedValue(full)
  for (let count = 1; count <= 4; count++) await attempt(mediaId)
  expect([await attemptsOf(mediaId), (await mediumOf(mediaId)).state]).toEqual(
    isHere ? [0, 'processing'] : [1, 'ready'],
  )
})
