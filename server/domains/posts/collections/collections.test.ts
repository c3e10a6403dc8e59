import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getCreatorByHandle } from '#server/domains/creators/service.ts'
import * as contract from '#contract/posts/collection-routes.ts'
import { COLLECTIONS_MAX } from '#contract/posts/limits.ts'
import { deletePost, getPostByAddress } from '#contract/posts/routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aPost, finishDeletions, writingDesk } from '../testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A creator with as many posts, named by their number. */
async function aPageWithPosts(count: number) {
  const owner = await aUser(app.db)
  const creator = await aCreator(app.db, owner.id)
  const as = await aSession(app.db, app.platform, owner.id)
  const posts: string[] = []
  for (let number = 1; number <= count; number += 1)
    posts.push((await aPost(app.db, creator.id, { title: `Part ${number}` })).id)
  return { as, creator, pageHandle: creator.handle, posts }
}

async function create(as: TestSession, title: string, postIds: readonly string[], description = '') {
  return app.call(contract.createCollection, { title, description, postIds: [...postIds] }, { as })
}

async function titlesAt(pageHandle: string, address: string, page: { cursor?: string; limit?: number } = {}) {
  const { body } = await app.call(contract.listCollectionPosts, { pageHandle, address, ...page })
  return body.map(({ title }) => title)
}

describe('a collection', () => {
  test('shows its posts in the chosen order, page by page', async () => {
    const { as, pageHandle, posts } = await aPageWithPosts(4)
    const [one = '', two = '', three = '', four = ''] = posts
    const { body } = await create(as, 'Glaze school', [three, one, four, two], 'From clay to kiln')
    expect(body.collection).toMatchObject({
      path: `/${pageHandle}/collections/glaze-school`,
      title: 'Glaze school',
      description: 'From clay to kiln',
      postCount: 4,
      cover: null,
    })
    expect(await titlesAt(pageHandle, 'Glaze-School', { limit: 2 })).toEqual(['Part 3', 'Part 1'])
    expect(await titlesAt(pageHandle, 'glaze-school', { limit: 2, cursor: one })).toEqual([
      'Part 4',
      'Part 2',
    ])
  })

  test('keeps its address when it is renamed and arranged anew', async () => {
    const { as, pageHandle, posts } = await aPageWithPosts(3)
    const [one = '', two = '', three = ''] = posts
    const collectionId = (await create(as, 'Glaze', [one, two])).body.collection._id
    const given = { collectionId, title: 'Kiln', description: 'Hot', postIds: [three, one, three] }
    const { body } = await app.call(contract.updateCollection, given, { as })
    expect(body.collection).toMatchObject({
      path: `/${pageHandle}/collections/glaze`,
      title: 'Kiln',
      postCount: 2,
    })
    expect(await titlesAt(pageHandle, 'glaze')).toEqual(['Part 3', 'Part 1'])
  })

  test('gets an address of its own beside others with the same words, or without words', async () => {
    const { as } = await aPageWithPosts(0)
    const paths = []
    for (const title of ['Songs', 'songs!', 'Songs', '🎵'])
      paths.push((await create(as, title, [])).body.collection.path.split('/').at(-1))
    expect(paths.slice(0, 3)).toEqual(['songs', 'songs-2', 'songs-3'])
    expect(paths[3]).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('shows its owner what is not out, and others only what is', async () => {
    const desk = await writingDesk(app)
    const { session: as, creator } = desk
    const pageHandle = creator.handle
    const draft = await desk.begin()
    await desk.save(draft, { title: 'Not out' })
    const { body } = await create(as, 'Empty yet', [draft])
    const listedBy = async (who?: TestSession) =>
      (await app.call(contract.listCollections, { pageHandle }, who ? { as: who } : {})).body.map(
        ({ title, postCount }) => [title, postCount],
      )
    expect(body.collection.postCount).toBe(0)
    expect(await listedBy(as)).toEqual([['Empty yet', 0]])
    expect(await listedBy()).toEqual([])
    expect(await titlesAt(pageHandle, 'empty-yet')).toEqual([])
    const own = await app.call(contract.getOwnCollection, { collectionId: body.collection._id }, { as })
    expect(own.body.posts).toMatchObject([{ _id: draft, state: 'draft' }])
    await desk.publish(draft)
    expect(await listedBy()).toEqual([['Empty yet', 1]])
    expect(await titlesAt(pageHandle, 'empty-yet')).toEqual(['Not out'])
    await desk.move(draft, 'hidden')
    expect(await titlesAt(pageHandle, 'empty-yet')).toEqual([])
  })

  test('lists a locked post without its text, and the public cover of the first that has one', async () => {
    const { as, creator, pageHandle, posts } = await aPageWithPosts(1)
    const plan = await aPlan(app.db, creator.id)
    const { id: coverId } = await aMedium(app.db, creator.userId, 'image')
    const locked = await aPost(app.db, creator.id, {
      title: 'For members',
      html: '<p>Only members read this.</p>',
      planId: plan.id,
      coverId,
    })
    const { body } = await create(as, 'Mixed', [...posts, locked.id])
    expect(body.collection.cover?._id).toBe(coverId)
    const shown = await app.call(contract.listCollectionPosts, { pageHandle, address: 'mixed' })
    expect(
      shown.body.map(({ title, locked: isLocked, content }) => [title, isLocked, content !== '']),
    ).toEqual([
      ['Part 1', false, true],
      ['For members', true, false],
    ])
    expect(JSON.stringify(shown.body)).not.toContain('Only members read this')
  })

  test('is named on the pages of its posts', async () => {
    const { as, pageHandle, posts } = await aPageWithPosts(2)
    const collectionId = (await create(as, 'Songs', posts.slice(0, 1))).body.collection._id
    const named = async (address: string) =>
      (await app.call(getPostByAddress, { pageHandle, address })).body.collections
    expect(await named('part-1')).toEqual([{ path: `/${pageHandle}/collections/songs`, title: 'Songs' }])
    expect(await named('part-2')).toEqual([])
    await app.call(contract.deleteCollection, { collectionId }, { as })
    expect(await named('part-1')).toEqual([])
  })

  test('loses a post that is deleted for good, and can be deleted without its posts', async () => {
    const desk = await writingDesk(app)
    const { session: as, creator } = desk
    const [kept, gone] = [await aPost(app.db, creator.id), await aPost(app.db, creator.id)]
    const collectionId = (await create(as, 'Songs', [gone.id, kept.id])).body.collection._id
    await app.call(deletePost, { id: gone.id }, { as })
    await finishDeletions(app)
    const own = await app.call(contract.getOwnCollection, { collectionId }, { as })
    expect(own.body.posts.map(({ _id }) => _id)).toEqual([kept.id])
    const refused = await create(as, 'More', [gone.id])
    expect(refused.failure.code).toBe('post_not_found')
    await app.call(contract.deleteCollection, { collectionId }, { as })
    expect(await desk.shown()).toEqual([kept.id])
  })

  test('takes no post of another page, and nobody else changes it', async () => {
    const [hers, his] = [await aPageWithPosts(1), await aPageWithPosts(1)]
    expect((await create(hers.as, 'Mine', his.posts)).failure.code).toBe('post_not_found')
    expect(
      (await app.call(contract.listCollections, { pageHandle: hers.pageHandle }, { as: hers.as })).body,
    ).toEqual([])
    const collectionId = (await create(hers.as, 'Mine', hers.posts)).body.collection._id
    const given = { collectionId, title: 'His', description: '', postIds: [] }
    for (const call of [
      await app.call(contract.updateCollection, given, { as: his.as }),
      await app.call(contract.deleteCollection, { collectionId }, { as: his.as }),
      await app.call(contract.getOwnCollection, { collectionId }, { as: his.as }),
    ])
      expect(call.failure.code).toBe('collection_not_found')
    expect(await titlesAt(hers.pageHandle, 'mine')).toEqual(['Part 1'])
  })

  test('is one of at most fifty, even where they are started at once', async () => {
    const { as, pageHandle } = await aPageWithPosts(0)
    const started = await Promise.all(
      Array.from({ length: COLLECTIONS_MAX + 3 }, () => create(as, 'Songs', [])),
    )
    expect(started.filter(({ status }) => status === 200)).toHaveLength(COLLECTIONS_MAX)
    expect((await create(as, 'Songs', [])).failure.code).toBe('too_many_collections')
    const { body } = await app.call(contract.listCollections, { pageHandle }, { as })
    expect(new Set(body.map(({ path }) => path)).size).toBe(COLLECTIONS_MAX)
  })

  test('makes the page say that it has some, until the last is gone', async () => {
    const { as, pageHandle } = await aPageWithPosts(0)
    const says = async () => (await getCreatorByHandle(app.db, pageHandle)).hasCollections
    expect(await says()).toBe(false)
    const first = (await create(as, 'One', [])).body.collection._id
    const second = (await create(as, 'Two', [])).body.collection._id
    await app.call(contract.deleteCollection, { collectionId: first }, { as })
    expect(await says()).toBe(true)
    await app.call(contract.deleteCollection, { collectionId: second }, { as })
    expect(await says()).toBe(false)
  })

  test('is in the data its creator takes along', async () => {
    const { as, posts } = await aPageWithPosts(2)
    await create(as, 'Songs', posts.toReversed(), 'All of them')
    const { body } = await app.call(exportOwnData, {}, { as })
    expect(body.creatorPage?.collections).toEqual([
      { title: 'Songs', description: 'All of them', posts: ['Part 2', 'Part 1'] },
    ])
  })
})
