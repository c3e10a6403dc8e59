import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  createPreviewLink,
  getPreview,
  getPreviewLink,
  revokePreviewLink,
} from '#contract/posts/preview-routes.ts'
import { deletePost, getPost } from '#contract/posts/routes.ts'
import { aSession, aUser, suspend } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aPost } from '../testing.ts'

const DAY_MS = 86_400_000
const WORD = 'zyxwombat'

let app: TestApp
let ownerId: string
let owner: TestSession
let creatorId: string
let planId: string
let id: string
let audioId: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  ownerId = (await aUser(app.db)).id
  creatorId = (await aCreator(app.db, ownerId)).id
  owner = await aSession(app.db, app.platform, ownerId)
  planId = (await aPlan(app.db, creatorId)).id
  audioId = (await aMedium(app.db, ownerId, 'audio')).id
  id = (await aPost(app.db, creatorId, { html: `<p>${WORD}</p>`, planId, mediaId: audioId })).id
})

async function link() {
  const { body } = await app.call(createPreviewLink, { id }, { as: owner })
  return { ...body, token: body.url.split('/').at(-1) ?? '' }
}
const open = (token: string) => app.call(getPreview, { token })

describe('a preview link', () => {
  test('shows a members’ post to whoever has it, for seven days', async () => {
    const { token, url, expiresAt } = await link()
    expect(url).toBe(`${app.platform.config.publicUrl}/preview/${token}`)
    const days = (Date.parse(expiresAt) - app.clock.now().getTime()) / DAY_MS
    expect(days).toBeCloseTo(7, 2)
    const { body } = await open(token)
    expect(body).toMatchObject({
      expiresAt,
      isUnpublished: false,
      post: { locked: false, media: { _id: audioId }, allMedia: [{ _id: audioId }], plan: null },
    })
    expect(body.post.content).toContain(WORD)
    // The post itself stays locked.
    expect((await app.call(getPost, { id })).body).toMatchObject({ locked: true, content: '' })
    await app.clock.advance(app.db, 7 * DAY_MS)
    expect((await open(token)).status).toBe(404)
    owner = await aSession(app.db, app.platform, ownerId)
    expect((await app.call(getPreviewLink, { id }, { as: owner })).body).toEqual({ expiresAt: null })
  })

  test('shows the media of a post that is everyone’s', async () => {
    const { id: mediaId } = await aMedium(app.db, ownerId, 'audio')
    id = (await aPost(app.db, creatorId, { mediaId })).id
    const { body } = await open((await link()).token)
    expect(body.post.allMedia.map(({ _id }) => _id)).toEqual([mediaId])
  })

  test('ends when it is revoked, replaced, or its post is deleted', async () => {
    const first = await link()
    const second = await link()
    expect((await open(first.token)).status).toBe(404)
    expect((await open(second.token)).status).toBe(200)
    await app.call(revokePreviewLink, { id }, { as: owner })
    expect((await open(second.token)).status).toBe(404)
    expect((await app.call(getPreviewLink, { id }, { as: owner })).body.expiresAt).toBeNull()
    const third = await link()
    await app.call(deletePost, { id }, { as: owner })
    expect(await open(third.token)).toMatchObject({ status: 404, failure: { code: 'preview_link_invalid' } })
  })

  test('shows nothing of a suspended page', async () => {
    const { token } = await link()
    await suspend(app.db, app.platform, ownerId)
    expect((await open(token)).status).toBe(404)
  })

  test('is kept as a hash only', async () => {
    const { token } = await link()
    const rows = await many(
      app.db,
      sql<{ row: string }>`select preview_links::text as row from preview_links`,
    )
    expect(rows.some(({ row }) => row.includes(token))).toBe(false)
  })

  test('leads to a page that is told to no other site, index or cache', async () => {
    const { token } = await link()
    for (const address of [`/preview/${token}`, `/api/posts/preview/${token}`]) {
      const { headers } = await fetch(app.baseUrl + address)
      expect(Object.fromEntries(headers)).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'cache-control': 'private, no-store',
      })
    }
    const other = await fetch(`${app.baseUrl}/api/post/getPosts`)
    expect(other.headers.get('x-robots-tag')).toBeNull()
  })

  test('is the owner’s to make and to end', async () => {
    const { token } = await link()
    const stranger = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    for (const route of [createPreviewLink, getPreviewLink, revokePreviewLink])
      expect((await app.call(route, { id }, { as: stranger })).status).toBe(403)
    expect((await open(token)).status).toBe(200)
  })
})
