import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { InputOf } from '#contract/http/route.ts'
import { createPost, deletePost, getPost } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { applyMediumChange } from './service.ts'
import { finishDeletions } from './testing.ts'

let app: TestApp
let asha: TestSession
let ownerId: string
let planId: string

beforeAll(async () => {
  app = await startTestApp()
  ownerId = (await aUser(app.db)).id
  const creator = await aCreator(app.db, ownerId, { handle: 'asha' })
  planId = (await aPlan(app.db, creator.id)).id
  asha = await aSession(app.db, app.platform, ownerId)
})
afterAll(() => app.close())

const content = '<p>Three pictures and a song.</p>'

/** Media of hers that are in no post, in the order of their kinds. */
async function media(...kinds: ('image' | 'audio' | 'video')[]): Promise<string[]> {
  const ids: string[] = []
  for (const kind of kinds) ids.push((await aMedium(app.db, ownerId, kind)).id)
  return ids
}

describe('a post', () => {
  test('has a title and many media, in the order they were given', async () => {
    const mediaIds = await media('image', 'audio', 'image', 'video')
    const given = { title: '  Summer ', content, mediaIds: mediaIds.toReversed() }
    const { body } = await app.call(createPost, given, { as: asha })
    expect(body.post.title).toBe('Summer')
    expect(body.post.allMedia.map(({ _id }) => _id)).toEqual(mediaIds.toReversed())
    expect(body.post.media?._id).toBe(mediaIds.at(-1))
    const { body: seen } = await app.call(getPost, { id: body.post._id })
    expect(seen.allMedia.map(({ _id }) => _id)).toEqual(mediaIds.toReversed())
  })

  test('shows its title to those who may not read it, and none of its media', async () => {
    const { body } = await app.call(
      createPost,
      { title: 'For members', content, planId, mediaIds: await media('image', 'image') },
      { as: asha },
    )
    const { body: seen } = await app.call(getPost, { id: body.post._id })
    expect(seen).toMatchObject({ title: 'For members', locked: true, content: '', media: null, allMedia: [] })
  })

  test('takes 20 pictures and 5 players, and no more', async () => {
    const pictures = await media(...Array.from({ length: 21 }, () => 'image' as const))
    const players = await media(
      ...Array.from({ length: 6 }, (_, at) => (at % 2 ? ('audio' as const) : 'video')),
    )
    const publish = (mediaIds: string[]) => app.call(createPost, { content, mediaIds }, { as: asha })
    for (const mediaIds of [pictures, players]) {
      const { status, body } = await publish(mediaIds)
      expect([status, body]).toMatchObject([422, { code: 'too_many_media' }])
    }
    expect((await publish([...pictures.slice(1), ...players.slice(1)])).status).toBe(200)
  })

  test('takes a medium once, and none of another post', async () => {
    const mediaIds = await media('image', 'audio')
    const first = await app.call(createPost, { content, mediaIds: [...mediaIds, ...mediaIds] }, { as: asha })
    expect(first.body.post.allMedia).toHaveLength(2)
    const second = await app.call(createPost, { content, mediaIds: mediaIds.slice(1) }, { as: asha })
    expect([second.status, second.body]).toMatchObject([409, { code: 'medium_not_usable' }])
  })

  test('gives all its media back when it is deleted', async () => {
    const mediaIds = await media('image', 'audio')
    const { body } = await app.call(createPost, { content, mediaIds }, { as: asha })
    await app.call(deletePost, { id: body.post._id }, { as: asha })
    await finishDeletions(app)
    const left = await many(app.db, sql`select id from media where id = any(${mediaIds}::uuid[])`)
    expect(left).toEqual([])
  })
})

describe('a post whose media are still prepared', () => {
  let mediaIds: string[]
  let postId: string
  const setState = (id: string | undefined, state: string) =>
    run(app.db, sql`update media set state = ${state} where id = ${id}`)
  const changed = (id: string | undefined) =>
    app.platform.database.db
      .transaction()
      .execute((db) => applyMediumChange(db, id ?? '', app.platform.clock.now()))

  beforeEach(async () => {
    mediaIds = await media('video', 'image', 'audio')
    await setState(mediaIds[0], 'processing')
    await setState(mediaIds[2], 'processing')
    postId = (await app.call(createPost, { content, mediaIds }, { as: asha })).body.post._id
  })

  test('goes out with the last of them, as the newest post', async () => {
    const later = (await app.call(createPost, { content }, { as: asha })).body.post
    await setState(mediaIds[0], 'ready')
    await changed(mediaIds[0])
    expect((await app.call(getPost, { id: postId })).status).toBe(404)
    await app.clock.advance(app.db, 60_000)
    await setState(mediaIds[2], 'ready')
    await changed(mediaIds[2])
    const { body } = await app.call(getPost, { id: postId })
    expect(body.isWaiting).toBe(false)
    expect(Date.parse(body.publishedAt)).toBeGreaterThan(Date.parse(later.publishedAt))
    expect(Date.parse(body.createdAt)).toBeLessThan(Date.parse(later.createdAt))
  })
})

test('an audience is refused that opens to nobody, ends before it begins, or names a plan of somebody else', async () => {
  const other = await aCreator(app.db, (await aUser(app.db)).id)
  const theirs = (await aPlan(app.db, other.id)).id
  const always = { isExact: false, fromAt: null, untilAt: null }
  const publish = (audience: unknown) => app.call(createPost, { content, audience } as never, { as: asha })
  for (const [audience, status] of [
    [[], 422],
    [[{ reach: 'plans', planIds: [], ...always }], 422],
    [[{ reach: 'everyone', planIds: [planId], ...always }], 422],
    [
      [
        {
          ...always,
          reach: 'everyone',
          planIds: [],
          fromAt: '2026-05-01T00:00:00Z',
          untilAt: '2026-05-01T00:00:00Z',
        },
      ],
      422,
    ],
    [Array.from({ length: 7 }, () => ({ reach: 'everyone', planIds: [], ...always })), 422],
    [[{ reach: 'plans', planIds: [theirs], ...always }], 404],
    [[{ reach: 'plans', planIds: [planId], ...always }], 200],
  ] as const)
    expect([audience, (await publish(audience)).status]).toEqual([audience, status])
})

test('equal audiences of a page are one row, however they are written', async () => {
  const publish = (given: Partial<InputOf<typeof createPost>>) =>
    app.call(createPost, { content, ...given }, { as: asha })
  const before = await many(app.db, sql`select id from audiences`)
  await publish({ planId })
  await publish({
    audience: [{ reach: 'plans', planIds: [planId], isExact: false, fromAt: null, untilAt: null }],
  })
  await Promise.all(Array.from({ length: 5 }, () => publish({ planId })))
  expect((await many(app.db, sql`select id from audiences`)).length - before.length).toBeLessThanOrEqual(1)
})
