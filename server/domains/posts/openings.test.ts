import { afterAll, beforeAll, expect, test } from 'vitest'

import { getPlayback, notePlayed } from '#contract/media/routes.ts'
import { getPost, getPosts, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aTone } from '#server/domains/media/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'

import { blobOf, fetchAs, startMediaTest } from './media-testing.ts'

let rig: Awaited<ReturnType<typeof startMediaTest>>
let postId: string
let mediaId: string
let address: string

beforeAll(async () => {
  rig = await startMediaTest()
  const { body } = await rig.publish({ audio: blobOf(aTone(2)) }, { planId: rig.planId })
  postId = body.post._id
  mediaId = body.post.media?._id ?? ''
  address = (await rig.postSeenBy(rig.ravi, postId)).audio ?? ''
})
afterAll(() => rig.app.close())

async function openings(): Promise<{ postId: string; openedAt: Date }[]> {
  await rig.app.platform.writeBehind.flush()
  return many(
    rig.app.db,
    sql<{
      postId: string
      openedAt: Date
    }>`select post_id as "postId", opened_at as "openedAt" from post_openings`,
  )
}

test("lists, addresses and a player's range requests open nothing", async () => {
  await rig.app.call(getPosts, {}, { as: rig.ravi })
  await rig.app.call(getPostsByPageHandle, { pageHandle: 'asha' }, { as: rig.ravi })
  await rig.app.call(getPlayback, { mediaId }, { as: rig.ravi })
  const range = await fetchAs(rig.app, rig.ravi, address, { headers: { range: 'bytes=0-' } })
  expect(range.status).toBe(206)
  await range.arrayBuffer()
  await (await fetchAs(rig.app, rig.ravi, address, { method: 'HEAD' })).arrayBuffer()
  expect(await openings()).toEqual([])
})

test('members cannot open posts they may not read, and creators do not open their own', async () => {
  const ofStranger = await rig.app.call(notePlayed, { mediaId }, { as: rig.meera })
  expect(ofStranger.failure.code).toBe('medium_not_found')
  expect((await rig.app.call(notePlayed, { mediaId })).status).toBe(401)
  expect((await rig.app.call(notePlayed, { mediaId }, { as: rig.asha })).status).toBe(200)
  expect(await openings()).toEqual([])
})

test('a free post is not counted', async () => {
  const { body } = await rig.publish({ audio: blobOf(aTone(1)) })
  const played = await rig.app.call(notePlayed, { mediaId: body.post.media?._id ?? '' }, { as: rig.ravi })
  expect(played.status).toBe(200)
  expect(await openings()).toEqual([])
})

test('a locked post is not opened by looking at it', async () => {
  const { body } = await rig.app.call(getPost, { id: postId }, { as: rig.meera })
  expect(body.locked).toBe(true)
  expect(await openings()).toEqual([])
})

test('requesting a whole post opens it', async () => {
  const { body } = await rig.publish({}, { planId: rig.planId })
  expect((await rig.app.call(getPost, { id: body.post._id }, { as: rig.ravi })).body.locked).toBe(false)
  expect(await openings()).toMatchObject([{ postId: body.post._id }])
  await run(rig.app.db, sql`delete from post_openings`)
})

test('downloading the whole file opens the post', async () => {
  const answer = await fetchAs(rig.app, rig.ravi, address)
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  expect(await openings()).toMatchObject([{ postId }])
})

test('playing it opens the post, and the last time is kept', async () => {
  const before = (await openings())[0]?.openedAt.getTime() ?? 0
  await rig.app.clock.advance(rig.app.db, 60_000)
  expect((await rig.app.call(notePlayed, { mediaId }, { as: rig.ravi })).status).toBe(200)
  const after = await openings()
  expect(after).toHaveLength(1)
  expect(after[0]?.openedAt.getTime()).toBeGreaterThanOrEqual(before + 60_000)
})
