import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createPreviewLink, getPreview } from '#contract/posts/preview-routes.ts'
import { discardChanges } from '#contract/posts/writing-routes.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { words } from '../writing/writing-testing.ts'
import { holdersOf, writingDesk } from '../testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aDesk() {
  const desk = await writingDesk(app)
  const id = await desk.begin()
  const open = async () => {
    const { body } = await app.call(createPreviewLink, { id }, { as: desk.session })
    return async () => (await app.call(getPreview, { token: body.url.split('/').at(-1) ?? '' })).body
  }
  return { desk, id, open }
}

describe('a preview link of a draft', () => {
  test('shows what was saved last, cleaned, and nobody else finds the post', async () => {
    const { desk, id, open } = await aDesk()
    await desk.save(id, { title: 'First try', content: words('Once <img src=x onerror=alert(1)>') })
    const read = await open()
    const first = await read()
    expect(first).toMatchObject({ isUnpublished: true, post: { title: 'First try', locked: false } })
    expect(first.post.content).toContain('Once')
    expect(first.post.content).not.toContain('onerror')
    await desk.save(id, { title: 'Second try', content: words('Twice') })
    expect((await read()).post).toMatchObject({ title: 'Second try', content: '<p>Twice</p>' })
    expect(await desk.shown()).toEqual([])
  })

  test('shows its media and its cover', async () => {
    const { desk, id, open } = await aDesk()
    const { id: mediaId } = await aMedium(app.db, desk.userId, 'image')
    const { id: coverId } = await aMedium(app.db, desk.userId, 'image')
    expect((await desk.save(id, { mediaIds: [mediaId], coverId })).status).toBe(200)
    const { post } = await (await open())()
    expect([post.allMedia.map(({ _id }) => _id), post.cover?._id]).toEqual([[mediaId], coverId])
    for (const { url } of [...(post.allMedia[0]?.srcSet ?? []), ...(post.cover?.srcSet ?? [])])
      expect(url).toMatch(/^\/media\/s\//)
  })

  test('follows the post: to its publication, and to changes that are not out yet', async () => {
    const { desk, id, open } = await aDesk()
    const { id: planId } = await aPlan(app.db, desk.creator.id)
    await desk.save(id, { content: words('For members'), audience: holdersOf(planId) })
    const read = await open()
    await desk.publish(id)
    expect(await read()).toMatchObject({ isUnpublished: false, post: { content: '<p>For members</p>' } })
    await desk.save(id, { content: words('Better words'), audience: holdersOf(planId) })
    expect(await read()).toMatchObject({ isUnpublished: true, post: { content: '<p>Better words</p>' } })
    await app.call(discardChanges, { id }, { as: desk.session })
    expect(await read()).toMatchObject({ isUnpublished: false, post: { content: '<p>For members</p>' } })
    await desk.move(id, 'hidden')
    expect(await read()).toMatchObject({ isUnpublished: true, post: { content: '<p>For members</p>' } })
  })
})
