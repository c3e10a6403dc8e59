import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import * as contract from '#contract/posts/collection-routes.ts'
import { COLLECTION_POSTS_MAX } from '#contract/posts/limits.ts'
import { deletePost } from '#contract/posts/routes.ts'
import { createDraft } from '#contract/posts/writing-routes.ts'
import { aSession, aUser, suspend } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aCollection, aPost } from '../testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aPage(given: Parameters<typeof aCreator>[2] = {}) {
  const owner = await aUser(app.db)
  const creator = await aCreator(app.db, owner.id, given)
  const as = await aSession(app.db, app.platform, owner.id)
  const post = (title: string) => aPost(app.db, creator.id, { title })
  const titles = async () => {
    const { body } = await app.call(contract.listCollectionPosts, {
      pageHandle: creator.handle,
      address: 'songs',
    })
    return body.map(({ title }) => title)
  }
  return { as, owner, creator, post, titles }
}

describe('from a post, its creator', () => {
  test('sees all collections of the page, and which ones it is in', async () => {
    const { as, creator, post } = await aPage()
    const [inside, outside] = [await post('Inside'), await post('Outside')]
    const { id } = await aCollection(app.db, creator.id, [inside.id])
    const seen = async (of: { id: string }) =>
      (await app.call(contract.listCollectionsForPost, { id: of.id }, { as })).body
    expect(await seen(inside)).toEqual([{ _id: id, title: 'Songs', postCount: 1, isIn: true }])
    expect(await seen(outside)).toEqual([{ _id: id, title: 'Songs', postCount: 1, isIn: false }])
  })

  test('puts it at the end and takes it out, a draft as well, however often the call is sent', async () => {
    const { as, creator, post, titles } = await aPage()
    const [one, two, three] = [await post('One'), await post('Two'), await post('Three')]
    const { id: collectionId } = await aCollection(app.db, creator.id, [one.id])
    const draft = (await app.call(createDraft, { clientKey: newId(new Date()) }, { as })).body
    for (const id of [two.id, draft._id, two.id, three.id])
      expect((await app.call(contract.putInCollection, { id, collectionId }, { as })).status).toBe(200)
    expect(await titles()).toEqual(['One', 'Two', 'Three'])
    const own = await app.call(contract.getOwnCollection, { collectionId }, { as })
    expect(own.body.posts.map(({ state }) => state)).toEqual(['published', 'published', 'draft', 'published'])
    for (let time = 0; time < 2; time += 1)
      await app.call(contract.takeOutOfCollection, { id: two.id, collectionId }, { as })
    expect(await titles()).toEqual(['One', 'Three'])
    await app.call(contract.putInCollection, { id: two.id, collectionId }, { as })
    expect(await titles()).toEqual(['One', 'Three', 'Two'])
  })

  test('puts no more in than a collection holds, even with two windows at once', async () => {
    const { as, creator, post } = await aPage()
    const held: string[] = []
    for (let count = 1; count < COLLECTION_POSTS_MAX; count += 1) held.push((await post(`Part ${count}`)).id)
    const { id: collectionId } = await aCollection(app.db, creator.id, held)
    const late = [await post('Late'), await post('Later')]
    const answers = await Promise.all(
      late.map(({ id }) => app.call(contract.putInCollection, { id, collectionId }, { as })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.failure.code).toBe('collection_full')
  })

  test("reaches neither others' collections nor others' posts", async () => {
    const [hers, his] = [await aPage(), await aPage()]
    const [post, theirs] = [await hers.post('Hers'), await his.post('His')]
    const { id: collectionId } = await aCollection(app.db, his.creator.id, [theirs.id])
    const { id: own } = await aCollection(app.db, hers.creator.id, [post.id])
    for (const route of [contract.putInCollection, contract.takeOutOfCollection]) {
      const other = await app.call(route, { id: post.id, collectionId }, { as: hers.as })
      expect([other.status, other.failure.code]).toEqual([404, 'collection_not_found'])
      const stranger = await app.call(route, { id: theirs.id, collectionId: own }, { as: hers.as })
      expect(stranger.status).toBe(403)
    }
    expect(await his.titles()).toEqual(['His'])
    await app.call(deletePost, { id: post.id }, { as: hers.as })
    const gone = await app.call(contract.putInCollection, { id: post.id, collectionId: own }, { as: hers.as })
    expect(gone.failure.code).toBe('post_not_found')
  })
})

describe('the sitemap', () => {
  const read = async (path: string) => {
    const answer = await fetch(app.baseUrl + path)
    return { status: answer.status, text: await answer.text() }
  }
  async function listed(): Promise<string> {
    const index = (await read('/sitemap.xml')).text
    const parts = []
    for (const [, address = ''] of index.matchAll(/<loc>[^<]*(\/sitemap-collections[^<]*)<\/loc>/g))
      parts.push((await read(address)).text)
    return parts.join('\n')
  }

  test('has collections with something to read, dated by their newest post', async () => {
    const { creator } = await aPage()
    const now = new Date('2027-03-04T05:06:07Z')
    const { id } = await aPost(app.db, creator.id, { title: 'Part', now })
    await aCollection(app.db, creator.id, [id])
    const { publicUrl } = app.platform.config
    expect(await listed()).toContain(
      `<loc>${publicUrl}/${creator.handle}/collections/songs</loc><lastmod>${now.toISOString()}</lastmod>`,
    )
  })

  test('has none that are empty, of adult pages, or of suspended ones', async () => {
    const [empty, adult, suspended] = [await aPage(), await aPage({ isAdult: true }), await aPage()]
    await aCollection(app.db, empty.creator.id, [])
    for (const page of [adult, suspended])
      await aCollection(app.db, page.creator.id, [(await page.post('Part')).id])
    expect(await listed()).toContain(`/${suspended.creator.handle}/collections/`)
    await suspend(app.db, app.platform, suspended.owner.id)
    const text = await listed()
    for (const { creator } of [empty, adult, suspended])
      expect(text).not.toContain(`/${creator.handle}/collections/`)
    for (const query of ['', '?from=', '?from=x'])
      expect((await read(`/sitemap-collections.xml${query}`)).status).toBe(404)
  })
})
