import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { search } from '#contract/posts/search-routes.ts'
import { createPreviewLink, getPreview } from '#contract/posts/preview-routes.ts'
import {
  createPost,
  getPost,
  getPostByAddress,
  getPosts,
  getPostsByPageHandle,
} from '#contract/posts/routes.ts'
import * as writing from '#contract/posts/writing-routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { holdersOf, passPostTime, writingDesk } from './testing.ts'
import { EVERYONE } from './writing/writing-testing.ts'

let app: TestApp
let desk: Awaited<ReturnType<typeof writingDesk>>
let planId: string
let member: TestSession
let stranger: TestSession

const ABOVE = 'Clouds gather above'
const BELOW = 'Zebras graze below'
const LINE = { type: 'paywall', data: {} }

function paragraph(text: string) {
  return { type: 'paragraph', data: { text } }
}

const withLine = { blocks: [paragraph(ABOVE), LINE, paragraph(BELOW)] }

/** A published post with a line in it. */
async function aPostWithLine(given: Parameters<typeof desk.save>[1] = {}): Promise<string> {
  const id = await desk.begin()
  const saved = await desk.save(id, { content: withLine, audience: holdersOf(planId), ...given })
  expect(saved.status).toBe(200)
  expect((await desk.publish(id)).status).toBe(200)
  return id
}

async function textAt(path: string, as?: TestSession): Promise<string> {
  const headers = as ? { cookie: `cheers-${new URL(app.baseUrl).port}=${as.cookie}` } : {}
  return (await fetch(app.baseUrl + path, { headers })).text()
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

describe('what is above the line', () => {
  test('is read by everyone, and the rest by members, who see no line', async () => {
    const id = await aPostWithLine()
    for (const as of [undefined, stranger]) {
      const { body } = await app.call(getPost, { id }, as && { as })
      expect(body).toMatchObject({ locked: true, content: `<p>${ABOVE}</p>`, isExcerpt: false })
      expect(body.plan?._id).toBe(planId)
    }
    for (const as of [member, desk.session]) {
      const { body } = await app.call(getPost, { id }, { as })
      expect(body.locked).toBe(false)
      expect(body.content.replaceAll('\n', '')).toBe(`<p>${ABOVE}</p><p>${BELOW}</p>`)
    }
  })

  test('is all that any list, page, feed, search or answer holds for people who may not read the rest', async () => {
    const id = await aPostWithLine({ title: 'Weather', teaser: 'A sentence of mine' })
    const { handle: pageHandle } = desk.creator
    for (const as of [undefined, stranger]) {
      const how = as && { as }
      const answers = [
        await app.call(getPosts, {}, how),
        await app.call(getPostsByPageHandle, { pageHandle }, how),
        await app.call(getPost, { id }, how),
        await app.call(getPostByAddress, { pageHandle, address: id }, how),
        await app.call(search, { q: 'clouds' }, how),
      ].map(({ body }) => JSON.stringify(body))
      for (const answer of answers) {
        expect(answer.toLowerCase()).toContain('clouds')
        expect(answer.toLowerCase()).not.toContain('zebras')
      }
      const found = await app.call(search, { q: 'zebras' }, how)
      expect(found.body.posts).toEqual([])
    }
    expect((await app.call(search, { q: 'zebras' }, { as: member })).body.posts).not.toEqual([])
    const feed = await textAt(`/${pageHandle}/rss`)
    expect(feed).toContain(ABOVE)
    expect(feed).toContain('Continue reading')
    expect(feed).not.toContain('Zebras')
  })

  test('stays public only as far as the post is: hidden, a draft and deleted are nobody else’s', async () => {
    const id = await aPostWithLine()
    await desk.move(id, 'hidden')
    expect((await app.call(getPost, { id })).status).toBe(404)
    expect(await textAt(`/${desk.creator.handle}/rss`)).not.toContain(id)
  })

  test('of a long text is an excerpt in lists, and whole by its id', async () => {
    const long = 'Rain falls again. '.repeat(400)
    const blocks = [paragraph(long), LINE, paragraph(BELOW)]
    const id = await aPostWithLine({ content: { blocks } })
    const { body: page } = await app.call(getPostsByPageHandle, { pageHandle: desk.creator.handle })
    const listed = page.find(({ _id }) => _id === id)
    expect(listed?.isExcerpt).toBe(true)
    expect(Buffer.byteLength(listed?.content ?? '')).toBeLessThanOrEqual(2048)
    const { body } = await app.call(getPost, { id })
    expect(body).toMatchObject({ isExcerpt: false, locked: true })
    expect(body.content).toHaveLength(`<p>${long.trim()} </p>`.length)
    expect(JSON.stringify([listed, body])).not.toContain('Zebras')
  })

  test('is empty where the line comes first, and the whole text where it comes last', async () => {
    const first = await aPostWithLine({ content: { blocks: [LINE, paragraph(BELOW)] } })
    expect((await app.call(getPost, { id: first })).body.content).toBe('')
    const last = await aPostWithLine({ content: { blocks: [paragraph(ABOVE), LINE] } })
    expect((await app.call(getPost, { id: last })).body).toMatchObject({
      locked: true,
      content: `<p>${ABOVE}</p>`,
    })
  })

  test('cannot be widened by mark-up that is left open', async () => {
    const blocks = [paragraph(`<b>${ABOVE}<a href="https://a.example/`), LINE, paragraph(`">${BELOW}</b>`)]
    const id = await aPostWithLine({ content: { blocks } })
    expect((await app.call(getPost, { id })).body.content).not.toContain('Zebras')
  })
})

describe('the line', () => {
  test('changes nothing in a post for everyone', async () => {
    const id = await aPostWithLine({ audience: EVERYONE })
    const { body } = await app.call(getPost, { id })
    expect(body.locked).toBe(false)
    expect(body.content).toContain(BELOW)
    expect(await textAt(`/${desk.creator.handle}/rss`)).toContain(BELOW)
  })

  test('survives saving, publishing again and duplicating', async () => {
    const id = await aPostWithLine()
    const types = async (of: string) =>
      (await desk.draftOf(of)).content.blocks.map((block) => (block as { type: string }).type)
    expect(await types(id)).toEqual(['paragraph', 'paywall', 'paragraph'])
    await desk.save(id, {
      content: { blocks: [paragraph('Snow falls above'), LINE, paragraph(BELOW)] },
      audience: holdersOf(planId),
    })
    expect((await app.call(getPost, { id })).body.content).toContain(ABOVE)
    await desk.publish(id)
    expect((await app.call(getPost, { id })).body.content).toBe('<p>Snow falls above</p>')
    const copy = await app.call(
      writing.createDraft,
      { clientKey: randomUUID(), from: id },
      { as: desk.session },
    )
    expect(await types(copy.body._id)).toEqual(['paragraph', 'paywall', 'paragraph'])
  })

  test('that is taken out leaves nothing public behind', async () => {
    const id = await aPostWithLine()
    await desk.save(id, { content: { blocks: [paragraph(ABOVE)] }, audience: holdersOf(planId) })
    await desk.publish(id)
    expect((await app.call(getPost, { id })).body).toMatchObject({ locked: true, content: '' })
    expect(
      (await app.call(search, { q: 'clouds', pageHandle: desk.creator.handle })).body.posts,
    ).not.toContainEqual(expect.objectContaining({ _id: id }))
  })

  test('is there once: a post with two is refused', async () => {
    const id = await desk.begin()
    const blocks = [paragraph(ABOVE), LINE, paragraph(BELOW), LINE, paragraph('More')]
    expect(await desk.save(id, { content: { blocks } })).toMatchObject({
      status: 422,
      failure: { code: 'content_malformed' },
    })
  })

  test('works in posts that are scheduled, and in those published by one call', async () => {
    const id = await desk.begin()
    await desk.save(id, { content: withLine, audience: holdersOf(planId) })
    await desk.publish(id, desk.ahead(3_600_000))
    expect((await app.call(getPost, { id })).status).toBe(404)
    await passPostTime(app, 3_700_000)
    expect((await app.call(getPost, { id })).body.content).toBe(`<p>${ABOVE}</p>`)
    const { body } = await app.call(
      createPost,
      { content: withLine, audience: holdersOf(planId) },
      { as: desk.session },
    )
    expect((await app.call(getPost, { id: body.post._id })).body.content).toBe(`<p>${ABOVE}</p>`)
  })

  test('is not in the preview that a link opens, which shows the post whole', async () => {
    const id = await aPostWithLine()
    const { body } = await app.call(createPreviewLink, { id }, { as: desk.session })
    const token = body.url.split('/').at(-1) ?? ''
    const { body: preview } = await app.call(getPreview, { token })
    expect(preview.post.content).toContain(BELOW)
  })
})
