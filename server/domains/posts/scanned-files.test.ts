import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getMedium } from '#contract/media/routes.ts'
import { startClamdStandIn, VIRUS } from '#server/platform/clamd/clamd-testing.ts'
import { one, sql } from '#server/platform/db/query.ts'

import { startFileTest } from './file-testing.ts'

let clamd: Awaited<ReturnType<typeof startClamdStandIn>>
let rig: Awaited<ReturnType<typeof startFileTest>>
beforeAll(async () => {
  clamd = await startClamdStandIn()
  rig = await startFileTest({ CLAMD_URL: clamd.url })
})
afterAll(async () => {
  await rig.app.close()
  await clamd.stop()
})

const mediumOf = async (mediaId: string) =>
  (await rig.app.call(getMedium, { mediaId }, { as: rig.asha })).body
const isPublished = async (id: string) => '_id' in (await rig.postSeenBy(rig.ofFull, id))
async function mailsToAsha() {
  const { email } = await one(
    rig.app.db,
    sql<{ email: string }>`select email from users where id = ${rig.ownerId}`,
  )
  return rig.app.mails(email)
}

describe('where files are scanned for viruses', () => {
  test('a file can be downloaded, and its post goes out, once it is found clean', async () => {
    const text = 'stems'.repeat(50_000)
    const mediaId = await rig.upload('stems.zip', text)
    const { body } = await rig.publish([{ mediaId }])
    expect(body.post).toMatchObject({ isWaiting: true, files: [{ state: 'processing', isOpen: false }] })
    expect(await isPublished(body.post._id)).toBe(false)
    for (const session of [undefined, rig.ofFull, rig.asha])
      expect(await rig.download(session, mediaId)).toBeNull()
    await rig.app.drain()
    expect(clamd.seen.at(-1)).toBe(text.length)
    expect(await isPublished(body.post._id)).toBe(true)
    expect(await (await rig.download(rig.ofFull, mediaId))?.text()).toBe(text)
  })

  test('an infected file is never downloaded, its bytes are deleted, and its owner reads why', async () => {
    const mediaId = await rig.upload('crack', `xx${VIRUS}xx`)
    const { body } = await rig.publish([{ mediaId }])
    const { key } = await one(
      rig.app.db,
      sql<{ key: string }>`select original_key as key from media where id = ${mediaId}`,
    )
    await rig.app.drain()
    expect(await mediumOf(mediaId)).toMatchObject({
      state: 'failed',
      failure: 'A virus was found in this file, so we deleted our copy.',
    })
    for (const session of [undefined, rig.ofFull, rig.asha])
      expect(await rig.download(session, mediaId)).toBeNull()
    expect(await rig.app.platform.storage.stat(key)).toBeNull()
    expect(await isPublished(body.post._id)).toBe(false)
    expect((await rig.postSeenBy(rig.asha, body.post._id)).files).toMatchObject([
      { state: 'failed', isOpen: false },
    ])
    const mail = (await mailsToAsha()).find(({ subject }) => subject.includes('cannot be offered'))
    expect(mail?.text).toContain('“crack”')
    expect(mail?.text).toContain('A virus was found in this file')
  })

  test('a file longer than the scanner takes is refused, not offered unscanned', async () => {
    const mediaId = await rig.upload('huge.bin', 'x'.repeat(1_200_000))
    await rig.app.drain()
    expect(await mediumOf(mediaId)).toMatchObject({
      state: 'failed',
      failure: 'This file is too large to be checked for viruses, so it cannot be offered.',
    })
    expect(await rig.download(rig.asha, mediaId)).toBeNull()
  })

  test('while the scanner is down, files wait, and are scanned once it is back', async () => {
    await clamd.stop()
    const mediaId = await rig.upload('later.zip', 'later')
    const { body } = await rig.publish([{ mediaId }])
    for (let times = 0; times < 5; times += 1) {
      await rig.app.clock.advance(rig.app.db, 3600_000)
      await rig.app.drain()
    }
    expect(await mediumOf(mediaId)).toMatchObject({ state: 'processing', failure: null })
    expect(await rig.download(rig.asha, mediaId)).toBeNull()
    await clamd.startAgain()
    await rig.app.clock.advance(rig.app.db, 24 * 3600_000)
    await rig.app.drain()
    expect(await isPublished(body.post._id)).toBe(true)
  })

  test('a post is published with its last file', async () => {
    const [first, second] = [await rig.upload('1.txt', 'one'), await rig.upload('2.txt', 'two')]
    const { body } = await rig.publish([{ mediaId: first }, { mediaId: second }])
    expect(await isPublished(body.post._id)).toBe(false)
    await rig.app.drain()
    expect((await rig.postSeenBy(rig.ofFull, body.post._id)).files.map(({ name }) => name)).toEqual([
      '1.txt',
      '2.txt',
    ])
  })
})
