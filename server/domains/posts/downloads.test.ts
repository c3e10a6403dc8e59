import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getDownload } from '#contract/media/routes.ts'
import { many, run, sql } from '#server/platform/db/query.ts'

import { startFileTest } from './file-testing.ts'

let rig: Awaited<ReturnType<typeof startFileTest>>
beforeAll(async () => {
  rig = await startFileTest()
})
afterAll(() => rig.app.close())
beforeEach(() => run(rig.app.db, sql`delete from post_openings`))

async function aFile(given: { ofPost?: string; ofFile?: string } = {}) {
  const mediaId = await rig.upload('stems.zip', '0123456789')
  const planIds = given.ofFile === undefined ? [] : [given.ofFile]
  const { body } = await rig.publish([{ mediaId, planIds }], given.ofPost ? { planId: given.ofPost } : {})
  const seenBy = async (session: typeof rig.asha) => {
    await rig.app.platform.writeBehind.flush()
    return (await rig.postSeenBy(session, body.post._id)).files[0]?.downloads
  }
  return { mediaId, postId: body.post._id, count: () => seenBy(rig.asha), seenBy }
}

async function openings(): Promise<string[]> {
  await rig.app.platform.writeBehind.flush()
  const rows = await many(rig.app.db, sql<{ postId: string }>`select post_id as "postId" from post_openings`)
  return rows.map(({ postId }) => postId)
}

test("members' downloads are counted for the creator, each once an hour, however many parts they take", async () => {
  const file = await aFile()
  expect(await file.count()).toBe(0)
  await (await rig.download(rig.ofBasic, file.mediaId))?.text()
  for (const range of ['bytes=0-4', 'bytes=5-'])
    await (await rig.download(rig.ofBasic, file.mediaId, { range }))?.text()
  expect(await file.count()).toBe(1)
  await (await rig.download(rig.follower, file.mediaId))?.text()
  expect(await file.count()).toBe(2)
  await rig.app.clock.advance(rig.app.db, 61 * 60_000)
  await (await rig.download(rig.ofBasic, file.mediaId))?.text()
  expect(await file.count()).toBe(3)
})

test('neither visitors nor the creator are counted, and only the creator sees the count', async () => {
  const file = await aFile()
  await (await rig.download(undefined, file.mediaId))?.text()
  await (await rig.download(rig.asha, file.mediaId))?.text()
  expect(await file.count()).toBe(0)
  expect(await file.seenBy(rig.ofFull)).toBeNull()
})

test('being told an address, or asking for the head alone, downloads nothing', async () => {
  const file = await aFile({ ofPost: rig.basic })
  await run(rig.app.db, sql`delete from post_openings`)
  await rig.app.call(getDownload, { mediaId: file.mediaId }, { as: rig.ofBasic })
  expect(await openings()).toEqual([])
  expect(await file.count()).toBe(0)
})

test('downloading a file for members counts as opening its post, and a free one does not', async () => {
  const free = await aFile()
  await (await rig.download(rig.ofFull, free.mediaId))?.text()
  expect(await openings()).toEqual([])
  for (const given of [{ ofPost: rig.basic }, { ofFile: rig.full }]) {
    const file = await aFile(given)
    await (await rig.download(rig.ofFull, file.mediaId))?.text()
    expect(await openings()).toContain(file.postId)
  }
})
