import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createPost, deletePost, getPostByAddress, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPicture } from './picture-testing.ts'
import { aPost } from './testing.ts'

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

async function read(path: string) {
  const response = await fetch(app.baseUrl + path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('the address of a post', () => {
  test('is made of its title, with a number for the same words again', async () => {
    const { creator, session } = await aPage()
    const publish = async (title: string | null) =>
      (await app.call(createPost, { content: '<p>Hello</p>', title }, { as: session })).body.post
    const paths = [
      (await publish('Rain & tea')).path,
      (await publish('rain, tea!')).path,
      (await publish('Rain tea')).path,
      (await publish('चाय')).path,
    ]
    expect(paths).toEqual(
      ['rain-tea', 'rain-tea-2', 'rain-tea-3', encodeURIComponent('चाय')].map(
        (slug) => `/${creator.handle}/posts/${slug}`,
      ),
    )
    const untitled = await publish(null)
    expect(untitled.path).toBe(`/${creator.handle}/posts/${untitled._id}`)
  })

  test('is found in any case, and by its id too', async () => {
    const { creator } = await aPage()
    const { id } = await aPost(app.db, creator.id, { title: 'चाय and Rain' })
    for (const address of ['चाय-and-rain', 'चाय-AND-Rain', id]) {
      const { body } = await app.call(getPostByAddress, { pageHandle: creator.handle, address })
      expect([body.post._id, body.post.path]).toEqual([
        id,
        `/${creator.handle}/posts/${encodeURIComponent('चाय-and-rain')}`,
      ])
    }
  })

  test('given to two posts at once goes to one of them', async () => {
    const { creator, session } = await aPage()
    const posts = await Promise.all(
      [1, 2, 3].map(() => app.call(createPost, { content: '<p>x</p>', title: 'Same' }, { as: session })),
    )
    expect(posts.map(({ body }) => body.post.path).toSorted()).toEqual(
      ['same', 'same-2', 'same-3'].map((slug) => `/${creator.handle}/posts/${slug}`),
    )
  })

  test("leads nowhere on another page, for words that are no post's, and for a deleted one", async () => {
    const { creator, session } = await aPage()
    const { creator: other } = await aPage()
    const { id } = await aPost(app.db, creator.id, { title: 'Rain' })
    const ask = async (pageHandle: string, address: string) =>
      (await app.call(getPostByAddress, { pageHandle, address })).failure?.code
    expect(await ask(other.handle, 'rain')).toBe('post_not_found')
    expect(await ask(other.handle, id)).toBe('post_not_found')
    expect(await ask(creator.handle, 'sun')).toBe('post_not_found')
    expect(await ask('nobody-here', 'rain')).toBe('page_not_found')
    await app.call(deletePost, { id }, { as: session })
    expect(await ask(creator.handle, 'rain')).toBe('post_not_found')
  })
})

test('a post leads to those published before and after it on its page', async () => {
  const { creator } = await aPage()
  const { creator: other } = await aPage()
  const at = (day: number) => new Date(Date.UTC(2026, 2, day))
  await aPost(app.db, creator.id, { title: 'First', now: at(1) })
  const hidden = await aPost(app.db, creator.id, { title: 'Hidden', now: at(2) })
  await run(app.db, sql`update posts set state = 'hidden' where id = ${hidden.id}`)
  await aPost(app.db, creator.id, { title: 'Second', now: at(3) })
  await aPost(app.db, other.id, { title: 'Elsewhere', now: at(4) })
  await aPost(app.db, creator.id, { title: 'Third', now: at(5) })
  const around = async (address: string) => {
    const { body } = await app.call(getPostByAddress, { pageHandle: creator.handle, address })
    return [body.previous?.title, body.next?.title]
  }
  expect(await around('first')).toEqual([undefined, 'Second'])
  expect(await around('second')).toEqual(['First', 'Third'])
  expect(await around('third')).toEqual(['Second', undefined])
})

test('a neighbour without a title tells how it begins, to those who may read that', async () => {
  const { creator, session } = await aPage()
  const plan = await aPlan(app.db, creator.id)
  const member = await aUser(app.db)
  await aSubscription(app.db, member.id, plan, { accessUntil: new Date(Date.now() + 86_400_000) })
  const at = (day: number) => new Date(Date.UTC(2026, 2, day))
  await aPost(app.db, creator.id, { html: '<p>Salt &amp; rain, <b>twice</b></p>', now: at(1) })
  await aPost(app.db, creator.id, { title: 'Between', now: at(2) })
  await aPost(app.db, creator.id, { html: '<p>For members</p>', planId: plan.id, now: at(3) })
  const around = async (as?: typeof session) => {
    const asked = { pageHandle: creator.handle, address: 'between' }
    const { body } = await app.call(getPostByAddress, asked, as && { as })
    return [body.previous?.excerpt, body.next?.excerpt]
  }
  expect(await around()).toEqual(['Salt & rain, twice', ''])
  expect(await around(session)).toEqual(['Salt & rain, twice', 'For members'])
  const memberSession = await aSession(app.db, app.platform, member.id)
  expect(await around(memberSession)).toEqual(['Salt & rain, twice', 'For members'])
})

describe('what counts as used', () => {
  test('a post opened on its page by a member who may read it, and never what a list sent', async () => {
    const { creator } = await aPage()
    const plan = await aPlan(app.db, creator.id)
    const { id } = await aPost(app.db, creator.id, { title: 'Members', planId: plan.id })
    const [member, stranger] = [await aUser(app.db), await aUser(app.db)]
    await aSubscription(app.db, member.id, plan, { accessUntil: new Date(Date.now() + 86_400_000) })
    const openings = async () => {
      await app.platform.writeBehind.flush()
      return many(app.db, sql`select member_id as "memberId" from post_openings where post_id = ${id}`)
    }
    const ask = { pageHandle: creator.handle, address: 'members' }
    const as = await aSession(app.db, app.platform, member.id)
    await app.call(getPostsByPageHandle, { pageHandle: creator.handle }, { as })
    await app.call(getPostByAddress, ask)
    await app.call(getPostByAddress, ask, { as: await aSession(app.db, app.platform, stranger.id) })
    expect(await openings()).toEqual([])
    await app.call(getPostByAddress, ask, { as })
    expect(await openings()).toEqual([{ memberId: member.id }])
  })
})

describe('for search engines, feeds and shared links', () => {
  test('the sitemap has the posts of a day, but none of adult pages or hidden ones', async () => {
    const { creator } = await aPage()
    const { creator: adult } = await aPage({ isAdult: true })
    const now = new Date('2025-02-03T04:05:06Z')
    await aPost(app.db, creator.id, { title: 'Winter रात', now })
    await aPost(app.db, adult.id, { title: 'After dark', now })
    const hidden = await aPost(app.db, creator.id, { title: 'Hidden', now })
    await run(app.db, sql`update posts set state = 'hidden' where id = ${hidden.id}`)
    const { publicUrl } = app.platform.config
    expect((await read('/sitemap.xml')).text).toContain(
      `<loc>${publicUrl}/sitemap-posts.xml?day=2025-02-03</loc>`,
    )
    const { text } = await read('/sitemap-posts.xml?day=2025-02-03')
    expect(text.match(/<loc>[^<]*<\/loc>/g)).toEqual([
      `<loc>${publicUrl}/${creator.handle}/posts/${encodeURIComponent('winter-रात')}</loc>`,
    ])
    for (const day of ['', '2025-2-3', '2025-02-30', 'x'])
      expect(await statusOf(`/sitemap-posts.xml?day=${day}`)).toBe(404)
  })

  test('the feed links to the post', async () => {
    const { creator } = await aPage()
    await aPost(app.db, creator.id, { title: 'Rain' })
    expect((await read(`/${creator.handle}/rss`)).text).toContain(
      `<link>${app.platform.config.publicUrl}/${creator.handle}/posts/rain</link>`,
    )
  })

  test('the shared picture is the title, the cover, or the one of the page', async () => {
    const { user, creator } = await aPage()
    const { creator: adult } = await aPage({ isAdult: true })
    const card = async (handle: string, id: string) => {
      const response = await fetch(`${app.baseUrl}/media/og/${handle}/${id}.jpg?v=1`)
      const bytes = Buffer.from(await response.arrayBuffer())
      return { status: response.status, bytes, type: response.headers.get('content-type') }
    }
    const titled = await card(
      creator.handle,
      (await aPost(app.db, creator.id, { title: 'Rain '.repeat(29) })).id,
    )
    expect([titled.status, titled.type]).toEqual([200, 'image/jpeg'])
    expect(await sharp(titled.bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
    const cover = await aPicture(app, user.id)
    const covered = await card(creator.handle, (await aPost(app.db, creator.id, { coverId: cover.id })).id)
    const { data } = await sharp(covered.bytes).raw().toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(150)
    expect(data[1]).toBeLessThan(80)
    expect((await card(creator.handle, (await aPost(app.db, creator.id)).id)).type).toBe('image/png')
    expect((await card(adult.handle, (await aPost(app.db, adult.id, { title: 'x' })).id)).status).toBe(404)
    expect((await card(creator.handle, 'x')).status).toBe(404)
  })
})
