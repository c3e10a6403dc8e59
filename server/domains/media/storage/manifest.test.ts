import fs from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { checkManifest, type ManifestProblem } from './manifest.ts'
import { aStoredMedium, fileOf } from './store-testing.ts'

const PICTURE = `images/${'d'.repeat(32)}.webp`

let app: TestApp
let video: Awaited<ReturnType<typeof aStoredMedium>>

beforeAll(async () => {
  app = await startTestApp()
  const owner = await aUser(app.db)
  video = await aStoredMedium(app.platform, owner.id, 'video', ['low', 'hls/master.m3u8'])
  await aStoredMedium(app.platform, owner.id, 'audio', ['audio-normalised'])
  await app.platform.storage.put(PICTURE, Buffer.from('a picture'), 'image/webp')
  await run(app.db, sql`update users set profile_image = ${PICTURE} where id = ${owner.id}`)
})
afterAll(() => app.close())

async function check(): Promise<{ objects: number; problems: ManifestProblem[] }> {
  const problems: ManifestProblem[] = []
  const { objects } = await checkManifest(app.db, app.platform.storage, (problem) => problems.push(problem))
  return { objects, problems }
}

describe('the manifest check', () => {
  test('finds nothing when everything is as it was stored', async () => {
    expect(await check()).toEqual({ objects: 6, problems: [] })
  })

  test('finds one changed byte, a truncated file, and a missing one', async () => {
    const original = fileOf(app.platform, video.keyOf('original'))
    const bytes = await fs.readFile(original)
    bytes.writeUInt8(bytes.readUInt8(4321) ^ 1, 4321)
    await fs.writeFile(original, bytes)
    await fs.truncate(fileOf(app.platform, video.keyOf('low')), 699)
    await fs.rm(fileOf(app.platform, PICTURE))
    const { objects, problems } = await check()
    expect(objects).toBe(6)
    expect(problems.map(({ key, what }) => [key, what])).toEqual([
      [PICTURE, 'missing'],
      [video.keyOf('low'), 'another size'],
      [video.keyOf('original'), 'other bytes'],
    ])
    expect(problems[1]?.of).toBe(`low of medium ${video.id}`)
  })
})
