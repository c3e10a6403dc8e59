import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getMedium, getPlayback } from '#contract/media/routes.ts'
import { deletePost, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { reinstate, suspend } from '#server/domains/accounts/testing.ts'
import { aTone } from '#server/domains/media/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'

import { blobOf, expectNoBytes, fetchAs, startMediaTest } from './media-testing.ts'
import { finishDeletions } from './testing.ts'

let rig: Awaited<ReturnType<typeof startMediaTest>>

beforeAll(async () => {
  rig = await startMediaTest()
})
afterAll(() => rig.app.close())

describe("members' media", () => {
  let postId: string
  let url: string

  beforeAll(async () => {
    const { body } = await rig.publish({ audio: blobOf(aTone(2)) }, { planId: rig.planId })
    postId = body.post._id
    url = (await rig.postSeenBy(rig.ravi, postId)).audio ?? ''
  })

  test('open to a member, privately', async () => {
    const answer = await fetchAs(rig.app, rig.ravi, url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d{1,3}$/)
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test("stay closed to everyone else, even with a member's address", async () => {
    await expectNoBytes(rig.app, null, url)
    await expectNoBytes(rig.app, rig.meera, url)
    await expectNoBytes(rig.app, rig.asha, url)
    const { body } = await rig.app.call(getPostsByPageHandle, { pageHandle: 'asha' }, { as: rig.meera })
    const seen = body.find(({ _id }) => _id === postId)
    expect(seen).toMatchObject({ locked: true, audio: null, media: null })
  })

  test('stay closed under guessed and altered addresses', async () => {
    const [, , , grant = '', mediaId = '', name = ''] = url.split('/')
    const folder = await one(
      rig.app.db,
      sql<{ folder: string }>`select folder from media where id = ${mediaId}`,
    )
    const another = (await rig.publish({ audio: blobOf(aTone(1)) }, { planId: rig.planId })).body.post
    for (const guess of [
      `/media/p/${folder.folder}/original`,
      `/media/images/${folder.folder}.webp`,
      `/media/${folder.folder}/original.wav`,
      `/media/media/${folder.folder}/original.wav`,
      `/media/s/${grant}/${another.media?._id}/${name}`,
      `/media/s/${grant.slice(0, -1)}${grant.endsWith('A') ? 'B' : 'A'}/${mediaId}/${name}`,
      `/media/s/${'A'.repeat(74)}/${mediaId}/${name}`,
      `/media/s/-/${mediaId}/${name}`,
      `/media/s/${grant}/${mediaId}/../${mediaId}/none`,
      `/media/s/${grant}/${mediaId}/original.wav`,
      `/media/s/${grant}/${mediaId}/%2e%2e%2foriginal`,
      `/media/s/${grant}/${mediaId}/`,
    ])
      await expectNoBytes(rig.app, rig.ravi, guess)
  })

  test('close when the address expires after ten minutes; a fresh one opens them', async () => {
    await rig.app.clock.advance(rig.app.db, 10 * 60_000)
    await expectNoBytes(rig.app, rig.ravi, url)
    const mediaId = url.split('/')[4] ?? ''
    const fresh = await rig.app.call(getPlayback, { mediaId }, { as: rig.ravi })
    expect((await fetchAs(rig.app, rig.ravi, fresh.body.src)).status).toBe(200)
    for (const stranger of [undefined, rig.meera])
      expect((await rig.app.call(getPlayback, { mediaId }, { as: stranger })).status).toBe(404)
    url = fresh.body.src ?? ''
  })

  test('close at once when the membership ends', async () => {
    await run(
      rig.app.db,
      sql`update subscriptions set status = 'canceled', access_until = now() - interval '1 day'
        where id = ${rig.ravisSubscriptionId}`,
    )
    await expectNoBytes(rig.app, rig.ravi, url)
    await run(
      rig.app.db,
      sql`update subscriptions set status = 'active', access_until = now() + interval '20 days'
        where id = ${rig.ravisSubscriptionId}`,
    )
    expect((await fetchAs(rig.app, rig.ravi, url)).status).toBe(200)
  })

  test('close at once when the member logs out', async () => {
    expect((await fetchAs(rig.app, { token: '', cookie: 'x'.repeat(43) }, url)).status).toBe(404)
  })

  test('are deleted with the post, from the store too', async () => {
    await rig.app.call(deletePost, { id: postId }, { as: rig.asha })
    await expectNoBytes(rig.app, rig.ravi, url)
    await finishDeletions(rig.app)
    const mediaId = url.split('/')[4] ?? ''
    expect((await rig.app.call(getMedium, { mediaId }, { as: rig.asha })).status).toBe(404)
  })
})

describe('free media', () => {
  test('are served as soon as they are ready, a moment before their post appears, and not sooner', async () => {
    const { body } = await rig.publish({ audio: blobOf(aTone(1)) })
    const { _id: postId, audio: url, media } = body.post
    const put = (state: string) =>
      run(rig.app.db, sql`update media set state = ${state} where id = ${media?._id ?? ''}`)
    await run(rig.app.db, sql`update posts set waits_for_media = true where id = ${postId}`)
    expect((await fetchAs(rig.app, null, url)).status).toBe(200)
    await put('processing')
    await expectNoBytes(rig.app, null, url)
    await put('ready')
    await run(rig.app.db, sql`update posts set waits_for_media = false where id = ${postId}`)
  })

  test('are for everyone, and deleted with the post', async () => {
    const { body } = await rig.publish({ audio: blobOf(aTone(1)) })
    const url = body.post.audio
    expect((await fetchAs(rig.app, null, url)).headers.get('cache-control')).toBe(
      'public, max-age=600, immutable',
    )
    await rig.app.call(deletePost, { id: body.post._id }, { as: rig.asha })
    await expectNoBytes(rig.app, null, url)
    await finishDeletions(rig.app)
    const keys: string[] = []
    for await (const { key } of rig.app.platform.storage.list(`media/${url?.split('/')[3]}`)) keys.push(key)
    expect(keys).toEqual([])
  })
})

test('while a creator is suspended, earlier addresses open nothing for anyone', async () => {
  const paid = (await rig.publish({ audio: blobOf(aTone(1)) }, { planId: rig.planId })).body.post
  const free = (await rig.publish({ audio: blobOf(aTone(1)) })).body.post
  const members = (await rig.postSeenBy(rig.ravi, paid._id)).audio ?? ''
  const { userId } = await one(
    rig.app.db,
    sql<{ userId: string }>`select user_id as "userId" from creators where handle = 'asha'`,
  )
  await suspend(rig.app.db, rig.app.platform, userId)
  await expectNoBytes(rig.app, rig.ravi, members)
  await expectNoBytes(rig.app, rig.asha, paid.audio ?? '')
  await expectNoBytes(rig.app, null, free.audio ?? '')
  await reinstate(rig.app.db, rig.app.platform, userId)
  expect((await fetchAs(rig.app, rig.ravi, members)).status).toBe(200)
  expect((await fetchAs(rig.app, null, free.audio ?? '')).status).toBe(200)
})
