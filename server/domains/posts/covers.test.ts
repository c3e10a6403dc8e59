import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createPost, deletePost, getPostByAddress } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPicture } from './picture-testing.ts'
import { aPost, finishDeletions } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aPage(given: Parameters<typeof aCreator>[2] = {}) {
  const user = await aUser(app.db)
  const creator = await aCreator(app.db, user.id, given)
  return { user, creator, session: await aSession(app.db, app.platform, user.id) }
}

async function statusOf(path: string): Promise<number> {
  const response = await fetch(app.baseUrl + path)
  await response.arrayBuffer()
  return response.status
}

describe('a locked post', () => {
  test('shows its cover, what its creator says about it, and how much it holds; open, nothing of that is needed', async () => {
    const { user, creator, session } = await aPage()
    const plan = await aPlan(app.db, creator.id)
    const cover = await aPicture(app, user.id)
    const [first, second, tone] = [
      await aPicture(app, user.id),
      await aPicture(app, user.id),
      await aMedium(app.db, user.id, 'audio'),
    ]
    await run(app.db, sql`update media set duration_ms = 90000 where id = ${tone.id}`)
    const { body } = await app.call(
      createPost,
      {
        content: '<p>The word is wombat.</p>',
        title: 'Stems',
        teaser: 'All the stems of the first song.',
        coverId: cover.id,
        mediaIds: [tone.id, first.id, second.id],
        planId: plan.id,
      },
      { as: session },
    )
    expect(body.post).toMatchObject({ locked: false, pitch: null, contents: null })
    const ask = { pageHandle: creator.handle, address: 'stems' }
    const locked = (await app.call(getPostByAddress, ask)).body.post
    expect(locked).toMatchObject({
      locked: true,
      content: '',
      pitch: 'All the stems of the first song.',
      contents: { videos: 0, audios: 1, pictures: 2, playMs: 90_000 },
      holds: { kind: 'audio', durationMs: 90_000 },
      hasPlans: true,
      allMedia: [],
      cover: { kind: 'image', src: cover.path, expiresAt: null },
    })
    expect(await statusOf(cover.path)).toBe(200)
    expect(await statusOf(first.path)).toBe(404)
  })

  test('says when no plan can be joined', async () => {
    const { creator } = await aPage()
    const plan = await aPlan(app.db, creator.id)
    await aPost(app.db, creator.id, { title: 'Old', planId: plan.id })
    await run(app.db, sql`update plans set archived_at = now() where id = ${plan.id}`)
    const { body } = await app.call(getPostByAddress, { pageHandle: creator.handle, address: 'old' })
    expect([body.post.hasPlans, body.post.plan?.isOffered]).toEqual([false, false])
  })
})

describe('a cover', () => {
  test('is seen by everyone only while its post is published on a live page', async () => {
    const { user, creator, session } = await aPage()
    const cover = await aPicture(app, user.id)
    expect(await statusOf(cover.path)).toBe(404)
    const plan = await aPlan(app.db, creator.id)
    const { body } = await app.call(
      createPost,
      { content: '<p>x</p>', title: 'Covered', coverId: cover.id, planId: plan.id },
      { as: session },
    )
    expect(await statusOf(cover.path)).toBe(200)
    for (const state of ['hidden', 'draft', 'scheduled']) {
      await run(app.db, sql`update posts set state = ${state} where id = ${body.post._id}`)
      expect([state, await statusOf(cover.path)]).toEqual([state, 404])
    }
    await run(app.db, sql`update posts set state = 'published' where id = ${body.post._id}`)
    await run(app.db, sql`update users set status = 'suspended' where id = ${user.id}`)
    expect(await statusOf(cover.path)).toBe(404)
    await run(app.db, sql`update users set status = 'active' where id = ${user.id}`)
    expect(await statusOf(cover.path)).toBe(200)
    expect((await app.call(deletePost, { id: body.post._id }, { as: session })).status).toBe(200)
    expect(await statusOf(cover.path)).toBe(404)
    await finishDeletions(app)
    expect(await many(app.db, sql`select from media where id = ${cover.id}`)).toEqual([])
  })

  test("has to be the creator's own picture, and in no other post", async () => {
    const { user, session } = await aPage()
    const { user: other } = await aPage()
    const refusedWith = async (coverId: string) =>
      (await app.call(createPost, { content: '<p>x</p>', coverId }, { as: session })).failure?.code
    expect(await refusedWith((await aPicture(app, other.id)).id)).toBe('medium_not_found')
    expect(await refusedWith((await aMedium(app.db, user.id, 'audio')).id)).toBe('medium_not_usable')
    const picture = await aPicture(app, user.id)
    expect(
      (await app.call(createPost, { content: '<p>x</p>', coverId: picture.id }, { as: session })).status,
    ).toBe(200)
    expect(await refusedWith(picture.id)).toBe('medium_not_usable')
  })

  test('that is still being prepared holds its post back', async () => {
    const { user, session } = await aPage()
    const cover = await aPicture(app, user.id)
    await run(app.db, sql`update media set state = 'processing' where id = ${cover.id}`)
    const { body } = await app.call(
      createPost,
      { content: '<p>x</p>', title: 'Later', coverId: cover.id },
      { as: session },
    )
    expect(body.post.isWaiting).toBe(true)
    const pageHandle = body.post.creatorId.pageHandle
    expect((await app.call(getPostByAddress, { pageHandle, address: 'later' })).status).toBe(404)
    expect((await app.call(getPostByAddress, { pageHandle, address: 'later' }, { as: session })).status).toBe(
      200,
    )
  })
})
