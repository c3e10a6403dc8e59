import fs from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { mediaMessages } from '#contract/media/messages.ts'
import { getMedium } from '#contract/media/routes.ts'
import { smallPictureOf } from '#contract/media/picture-sizes.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { sweepStore } from './store-sweep.ts'
import { age, aStoredMedium, fileOf } from './store-testing.ts'

let app: TestApp
let asha: BuiltUser

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  asha = await aUser(app.db, { name: 'Asha Rao' })
})

async function sweep(): Promise<void> {
  await enqueue(app.db, sweepStore, {})
  await app.drain()
}

async function put(key: string): Promise<string> {
  await app.platform.storage.put(key, Buffer.from('bytes'), 'image/webp')
  return key
}

async function isThere(key: string): Promise<boolean> {
  return (await app.platform.storage.stat(key)) !== null
}

async function mediumOf(id: string) {
  const session = await aSession(app.db, app.platform, asha.id)
  return (await app.call(getMedium, { mediaId: id }, { as: session })).body
}

function imageKey(digit: string): string {
  return `images/${digit.repeat(32)}.webp`
}

describe('objects that no row names', () => {
  test('are removed, a day after they were written', async () => {
    const old = [
      await put('media/0123456789abcdef0123456789abcdef/original.mp4'),
      await put(imageKey('0')),
      await put(smallPictureOf(imageKey('0')) ?? ''),
    ]
    for (const key of old) await age(app.platform, key)
    const fresh = await put(imageKey('1'))
    await sweep()
    expect(await Promise.all([...old, fresh].map(isThere))).toEqual([false, false, false, true])
  })

  test('stay while a row names them, however old they are', async () => {
    const [portrait, pagePicture, banner] = [
      await put(imageKey('a')),
      await put(imageKey('b')),
      await put(imageKey('c')),
    ]
    await run(app.db, sql`update users set profile_image = ${portrait} where id = ${asha.id}`)
    await aCreator(app.db, asha.id, { profileImage: pagePicture, bannerImage: banner })
    const medium = await aStoredMedium(app.platform, asha.id, 'video', ['low', 'hls/master.m3u8'])
    const left = await put(medium.keyOf('left-behind'))
    const small = await put(smallPictureOf(banner) ?? '')
    const keys = [
      portrait,
      pagePicture,
      banner,
      small,
      ...['original', 'low', 'hls/master.m3u8'].map(medium.keyOf),
    ]
    for (const key of [...keys, left]) await age(app.platform, key)
    await sweep()
    expect(await Promise.all(keys.map(isThere))).toEqual(keys.map(() => true))
    expect(await isThere(left)).toBe(false)
  })
})

describe('a medium whose bytes are lost', () => {
  test('is no longer shown, and its owner is notified once', async () => {
    const medium = await aStoredMedium(app.platform, asha.id, 'audio', [])
    await app.platform.storage.delete(medium.keyOf('original'))
    await sweep()
    await sweep()
    expect(await mediumOf(medium.id)).toMatchObject({ state: 'failed', failure: mediaMessages.lost })
    const mails = await app.mails(asha.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['We lost an audio file you uploaded'])
  })

  test('keeps playing from its renditions', async () => {
    const medium = await aStoredMedium(app.platform, asha.id, 'video', ['low', 'poster'])
    await app.platform.storage.delete(medium.keyOf('original'))
    await sweep()
    expect(await mediumOf(medium.id)).toMatchObject({ state: 'ready', failure: null })
    expect(await app.mails(asha.email)).toEqual([])
  })

  test('has its renditions remade from the original, the whole ladder if a step broke', async () => {
    const medium = await aStoredMedium(app.platform, asha.id, 'video', [
      'low',
      'hls/master.m3u8',
      'hls/240p.mp4',
    ])
    await fs.truncate(fileOf(app.platform, medium.keyOf('hls/240p.mp4')), 100)
    await sweep()
    expect(await mediumOf(medium.id)).toMatchObject({ state: 'ready', progress: 0 })
    const { rows } = await sql<{ name: string }>`select name from media_renditions
      where media_id = ${medium.id}`.execute(app.db)
    expect(rows).toEqual([{ name: 'low' }])
  })

  test('is ignored when there are many at once: then the store is the wrong one', async () => {
    const media = []
    for (let count = 0; count < 22; count += 1)
      media.push(await aStoredMedium(app.platform, asha.id, 'audio', []))
    const orphan = await put(imageKey('f'))
    await age(app.platform, orphan)
    for (const { keyOf } of media) await app.platform.storage.delete(keyOf('original'))
    await sweep()
    for (const { id } of media) expect(await mediumOf(id)).toMatchObject({ state: 'ready' })
    expect(await isThere(orphan)).toBe(true)
    expect(await app.mails(asha.email)).toEqual([])
    await run(app.db, sql`delete from media where owner_id = ${asha.id}`)
  })
})
