import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getPlayback } from '#contract/media/routes.ts'
import { createPreviewLink, getPreview, revokePreviewLink } from '#contract/posts/preview-routes.ts'
import { getPost, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { expectNoBytes, fetchAs } from './media-testing.ts'
import { aPicture } from './picture-testing.ts'
import { holdersOf, writingDesk } from './testing.ts'

let app: TestApp
let desk: Awaited<ReturnType<typeof writingDesk>>
let planId: string
let member: TestSession
let stranger: TestSession

const LINE = { type: 'paywall', data: {} }
const words = (text: string) => ({ type: 'paragraph', data: { text } })
const pictures = (mediaIds: string[], caption = '') => ({ type: 'pictures', data: { mediaIds, caption } })
const ownPicture = () => aPicture(app, desk.userId)

async function publish(
  blocks: object[],
  mediaIds: string[],
  given: Parameters<typeof desk.save>[1] = {},
): Promise<string> {
  const id = await desk.begin()
  expect((await desk.save(id, { content: { blocks }, mediaIds, ...given })).status).toBe(200)
  expect((await desk.publish(id)).status).toBe(200)
  return id
}

beforeAll(async () => {
  app = await startTestApp()
  desk = await writingDesk(app)
  const plan = await aPlan(app.db, desk.creator.id)
  planId = plan.id
  const [one, other] = [await aUser(app.db), await aUser(app.db)]
  await aSubscription(app.db, one.id, plan, { accessUntil: new Date(Date.now() + 20 * 86_400_000) })
  member = await aSession(app.db, app.platform, one.id)
  stranger = await aSession(app.db, app.platform, other.id)
})
afterAll(() => app.close())

describe('pictures in the text', () => {
  test('stand where they were put, with their caption; others are below', async () => {
    const [one, two, three, below] = [
      await ownPicture(),
      await ownPicture(),
      await ownPicture(),
      await ownPicture(),
    ]
    const id = await publish(
      [
        words('Before'),
        pictures([one.id], 'The <b>kiln</b>'),
        words('Between'),
        pictures([two.id, three.id]),
      ],
      [one.id, two.id, three.id, below.id],
    )
    const { body } = await app.call(getPost, { id })
    expect(body.content.replaceAll('\n', '')).toBe(
      `<p>Before</p><figure data-media="${one.id}"><figcaption>The &lt;b&gt;kiln&lt;/b&gt;</figcaption></figure>` +
        `<p>Between</p><figure data-media="${two.id} ${three.id}"></figure>`,
    )
    expect(body.allMedia.map(({ _id }) => _id)).toEqual([one.id, two.id, three.id, below.id])
    expect(body.placedIds.toSorted()).toEqual([one.id, two.id, three.id].toSorted())
  })

  test('alone are a post', async () => {
    const { id: mediaId } = await ownPicture()
    const id = await publish([pictures([mediaId])], [mediaId], { title: null })
    expect((await app.call(getPost, { id })).body.placedIds).toEqual([mediaId])
  })

  test('that the post doesn’t hold are nobody’s: another post’s, another person’s', async () => {
    const hidden = await ownPicture()
    await publish([words('Members')], [hidden.id], { audience: holdersOf(planId) })
    const id = await publish([words('Look'), pictures([hidden.id, randomUUID()])], [])
    const { body } = await app.call(getPost, { id })
    expect(body).toMatchObject({ allMedia: [], placedIds: [] })
    await expectNoBytes(app, null, hidden.path)
    expect((await app.call(getPlayback, { mediaId: hidden.id })).status).toBe(404)
  })

  test('are in a list’s excerpt whole, or not at all, and never below it', async () => {
    const [early, late] = [await ownPicture(), await ownPicture()]
    const long = words('Clay and water. '.repeat(300))
    const id = await publish(
      [words('Hello'), pictures([early.id]), long, pictures([late.id])],
      [early.id, late.id],
    )
    const { body } = await app.call(getPostsByPageHandle, { pageHandle: desk.creator.handle })
    const listed = body.find(({ _id }) => _id === id)
    expect(listed?.content).toContain(`<figure data-media="${early.id}"></figure>`)
    expect(listed?.content).not.toContain(late.id)
    expect(listed?.placedIds.toSorted()).toEqual([early.id, late.id].toSorted())
  })

  test('are refused in tens, and with a caption of a page', async () => {
    const id = await desk.begin()
    const ten = Array.from({ length: 10 }, () => randomUUID())
    for (const block of [
      pictures(ten),
      pictures([]),
      pictures(['x']),
      pictures([randomUUID()], 'a'.repeat(301)),
    ])
      expect(await desk.save(id, { content: { blocks: [block] } })).toMatchObject({
        failure: { code: 'content_malformed' },
      })
  })

  test('are pictures: a video that a block names is shown below, and gated', async () => {
    const { id: mediaId } = await aMedium(app.db, desk.userId, 'video')
    const id = await publish([pictures([mediaId]), LINE, words('More')], [mediaId], {
      audience: holdersOf(planId),
    })
    expect((await app.call(getPost, { id })).body).toMatchObject({ allMedia: [], placedIds: [] })
    expect((await app.call(getPlayback, { mediaId })).status).toBe(404)
    expect((await app.call(getPost, { id }, { as: member })).body.placedIds).toEqual([])
  })

  test('are in the feed, with their address and words', async () => {
    const { id: mediaId, path } = await ownPicture()
    await run(app.db, sql`update media set alt = 'A "kiln"' where id = ${mediaId}`)
    await publish([pictures([mediaId], 'Firing')], [mediaId])
    const feed = await (await fetch(`${app.baseUrl}/${desk.creator.handle}/rss`)).text()
    expect(feed).toContain(path)
    expect(feed).toContain('Firing')
    expect(feed).not.toContain('data-media')
  })
})

describe('in a post with a line, a picture', () => {
  test('above it is everyone’s, and one below it is for those who may read the post', async () => {
    const [above, below, after] = [await ownPicture(), await ownPicture(), await ownPicture()]
    const id = await publish(
      [words('Look'), pictures([above.id]), LINE, pictures([below.id])],
      [above.id, below.id, after.id],
      { audience: holdersOf(planId) },
    )
    for (const as of [null, stranger]) {
      const { body } = await app.call(getPost, { id }, as ? { as } : {})
      expect(body).toMatchObject({
        locked: true,
        media: null,
        image: null,
        placedIds: [above.id],
        contents: { pictures: 2 },
      })
      expect(body.allMedia.map(({ _id, src }) => ({ _id, src }))).toEqual([
        { _id: above.id, src: above.path },
      ])
      expect(JSON.stringify(body)).not.toContain(below.id)
      expect((await fetchAs(app, as, above.path)).status).toBe(200)
      expect((await app.call(getPlayback, { mediaId: above.id }, as ? { as } : {})).body.src).toBe(above.path)
      for (const { id: mediaId, path } of [below, after]) {
        await expectNoBytes(app, as, path)
        expect((await app.call(getPlayback, { mediaId }, as ? { as } : {})).status).toBe(404)
      }
    }
    const { body } = await app.call(getPost, { id }, { as: member })
    expect(body.allMedia).toHaveLength(3)
    for (const { src } of body.allMedia) expect((await fetchAs(app, member, src)).status).toBe(200)
    const feed = await (await fetch(`${app.baseUrl}/${desk.creator.handle}/rss`)).text()
    expect(feed).toContain(above.path)
    for (const { id: mediaId, path } of [below, after]) {
      expect(feed).not.toContain(mediaId)
      expect(feed).not.toContain(path)
    }
  })

  test('is gated again when the line moves above it, and when the post is hidden or taken down', async () => {
    const picture = await ownPicture()
    const given = { mediaIds: [picture.id], audience: holdersOf(planId) }
    const id = await publish([pictures([picture.id]), LINE, words('More')], [picture.id], given)
    expect((await fetchAs(app, null, picture.path)).status).toBe(200)
    await desk.save(id, { ...given, content: { blocks: [words('Hello'), LINE, pictures([picture.id])] } })
    expect((await fetchAs(app, null, picture.path)).status).toBe(200)
    await desk.publish(id)
    await expectNoBytes(app, null, picture.path)
    const back = { blocks: [pictures([picture.id]), LINE, words('More')] }
    await desk.save(id, { ...given, content: back })
    await expectNoBytes(app, null, picture.path)
    await desk.publish(id)
    expect((await fetchAs(app, null, picture.path)).status).toBe(200)
    await desk.move(id, 'hidden')
    await expectNoBytes(app, null, picture.path)
  })

  test('is shown by a preview link, on whichever side, by addresses that name the link', async () => {
    const [above, below] = [await ownPicture(), await ownPicture()]
    const id = await publish([pictures([above.id]), LINE, pictures([below.id])], [above.id, below.id], {
      audience: holdersOf(planId),
    })
    const { body } = await app.call(createPreviewLink, { id }, { as: desk.session })
    const preview = await app.call(getPreview, { token: body.url.split('/').at(-1) ?? '' })
    expect(preview.body.post.placedIds).toEqual([above.id, below.id])
    const sources = preview.body.post.allMedia.map(({ src }) => src ?? '')
    expect(sources).toHaveLength(2)
    const statuses = async () =>
      Promise.all(sources.map(async (src) => (await fetch(new URL(src, app.baseUrl))).status))
    expect(await statuses()).toEqual([200, 200])
    await app.call(revokePreviewLink, { id }, { as: desk.session })
    expect(await statuses()).toEqual([404, 404])
  })
})
