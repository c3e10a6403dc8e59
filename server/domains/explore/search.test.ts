import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { setAdultPages } from '#contract/accounts/adult-routes.ts'
import { blockUser } from '#contract/accounts/block-routes.ts'
import { updateCreator } from '#contract/creators/routes.ts'
import { deletePost } from '#contract/posts/routes.ts'
import { listTopics, search } from '#contract/posts/search-routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { limitSearch } from './search-queries.ts'

let app: TestApp
let owner: TestSession
let ownerId: string
let member: TestSession
let stranger: TestSession
let creatorId: string
let planId: string
let lockedId: string

beforeAll(async () => {
  app = await startTestApp()
  ownerId = (await aUser(app.db)).id
  owner = await aSession(app.db, app.platform, ownerId)
  creatorId = (await aCreator(app.db, ownerId, { handle: 'mitti', pageName: 'Studio Mitti' })).id
  await app.call(updateCreator, { pageHandle: 'mitti', topics: ' Pottery,ceramics , POTTERY' }, { as: owner })
  const plan = await aPlan(app.db, creatorId, { priceCents: 500, name: 'Kiln' })
  planId = plan.id
  const { id: memberId } = await aUser(app.db)
  member = await aSession(app.db, app.platform, memberId)
  stranger = await aSession(app.db, app.platform, (await aUser(app.db)).id)
  await aSubscription(app.db, memberId, plan)
  await aPost(app.db, creatorId, { title: 'Glazing day', html: '<p>A <b>celadon</b> glaze &amp; a fire</p>' })
  const locked = await aPost(app.db, creatorId, {
    title: 'Recipes for members',
    planId,
    html: '<p>The secret is zyxwombat ash.</p>',
  })
  lockedId = locked.id
  await run(app.db, sql`update posts set teaser = 'What makes it shimmer' where id = ${lockedId}`)
})
afterAll(() => app.close())

async function titles(q: string, as?: TestSession, input: object = {}) {
  const { status, body } = await app.call(search, { q, ...input }, { as })
  expect(status).toBe(200)
  return body.posts.map(({ title }) => title)
}

async function handles(q: string, as?: TestSession) {
  return (await app.call(search, { q }, { as })).body.creators.map(({ pageHandle }) => pageHandle)
}

describe('creators', () => {
  test.each(['pottery', 'potery', 'POTT', 'Studio', 'mitti', 'stduio mitti'])(
    '%j finds the potter',
    async (q) => {
      expect(await handles(q)).toEqual(['mitti'])
    },
  )

  test('topics are stored in lower case, each once, and suggested', async () => {
    const { body } = await app.call(search, { q: 'pott' })
    expect(body.topics).toEqual(['pottery'])
    expect(body.creators[0]?.topics).toEqual(['pottery', 'ceramics'])
    expect((await app.call(listTopics, {})).body).toEqual(['ceramics', 'pottery'])
  })

  test('a page has at most five topics of 2 to 30 characters', async () => {
    for (const topics of ['a1,b1,c1,d1,e1,f1', 'x', 'x'.repeat(31), 'see example.com'])
      expect((await app.call(updateCreator, { pageHandle: 'mitti', topics }, { as: owner })).status).toBe(422)
  })

  test('pages with adult content are for viewers who asked for them, and blocked ones are left out', async () => {
    const { id } = await aUser(app.db)
    const adult = await aCreator(app.db, id, { handle: 'after-dark', pageName: 'Nightlamp', isAdult: true })
    await aPost(app.db, adult.id, { title: 'Nightlamp begins' })
    expect(await handles('nightlamp')).toEqual([])
    expect(await titles('nightlamp')).toEqual([])
    const asked = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    await app.call(setAdultPages, { seesAdultPages: true }, { as: asked })
    expect([await handles('nightlamp', asked), await titles('nightlamp', asked)]).toEqual([
      ['after-dark'],
      ['Nightlamp begins'],
    ])
    await run(app.db, sql`update creators set is_adult = false where id = ${adult.id}`)
    expect(await handles('nightlamp')).toEqual(['after-dark'])
    const blocker = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    await app.call(blockUser, { userId: id }, { as: blocker })
    expect(await handles('nightlamp', blocker)).toEqual([])
    expect(await titles('nightlamp', blocker)).toEqual([])
  })
})

describe('posts', () => {
  test('are found by their text with two letters in the wrong order, when nothing else is', async () => {
    expect(await titles('celaodn', owner)).toEqual(['Glazing day'])
    expect(await titles('zyxwobmat', stranger)).toEqual([])
  })

  test('are found by title, in spite of a typing error, and by their text', async () => {
    expect(await titles('glazing')).toEqual(['Glazing day'])
    expect(await titles('glazign day')).toEqual(['Glazing day'])
    expect(await titles('celad')).toEqual(['Glazing day'])
    expect(await titles('celadon zebra')).toEqual([])
  })

  test('have an excerpt of text with the match marked', async () => {
    const { body } = await app.call(search, { q: 'celadon' })
    const pieces = body.posts[0]?.excerpt ?? []
    expect(pieces.map(({ text }) => text).join('')).toMatch(/A\s+celadon\s+glaze & a fire/)
    expect(pieces.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['celadon'])
  })

  test('behind a plan are found by title and teaser; a word of the text finds them for readers alone', async () => {
    for (const who of [undefined, stranger, member, owner]) {
      expect(await titles('recipes', who)).toEqual(['Recipes for members'])
      expect(await titles('shimmer', who)).toEqual(['Recipes for members'])
    }
    for (const who of [undefined, stranger]) {
      const secret = await app.call(search, { q: 'zyxwombat' }, { as: who })
      expect(secret.body).toEqual({ creators: [], topics: [], posts: [], next: null })
      const found = await app.call(search, { q: 'recipes' }, { as: who })
      expect(found.body.posts[0]).toMatchObject({ locked: true, planName: 'Kiln' })
      expect(JSON.stringify(found.body)).not.toContain('wombat')
      // A word of the title and one of the text don't find it together.
      expect(await titles('recipes zyxwombat', who)).toEqual([])
    }
    for (const who of [member, owner]) expect(await titles('zyxwombat', who)).toEqual(['Recipes for members'])
  })

  test('are narrowed to a page, a plan and what they hold', async () => {
    const { id: otherId } = await aUser(app.db)
    const other = await aCreator(app.db, otherId, { handle: 'imani' })
    await aPost(app.db, other.id, { title: 'Recipes of my aunt' })
    const { id: mediaId } = await aMedium(app.db, ownerId, 'video')
    await aPost(app.db, creatorId, { title: 'Recipes on film', mediaId })
    expect((await titles('recipes')).length).toBe(3)
    expect(await titles('recipes', undefined, { in: 'posts', pageHandle: 'imani' })).toEqual([
      'Recipes of my aunt',
    ])
    expect(await titles('recipes', undefined, { planId })).toEqual(['Recipes for members'])
    expect(await titles('recipes', undefined, { kind: 'video' })).toEqual(['Recipes on film'])
    expect((await app.call(search, { q: 'recipes', pageHandle: 'nobody' })).failure.code).toBe(
      'page_not_found',
    )
  })

  test('come in pages, without leaving out or repeating any', async () => {
    for (let index = 0; index < 23; index += 1)
      await aPost(app.db, creatorId, { title: `Throwing lesson ${index}` })
    const first = await app.call(search, { q: 'throwing' })
    const second = await app.call(search, { q: 'throwing', cursor: first.body.next ?? '' })
    expect(new Set([...first.body.posts, ...second.body.posts].map(({ _id }) => _id)).size).toBe(23)
    expect(second.body.next).toBeNull()
  })

  test('of years ago are found beside those of today, which come first', async () => {
    const old = await aPost(app.db, creatorId, { title: 'Kookaburra at dawn' })
    await run(
      app.db,
      sql`update posts set published_at = published_at - interval '2 years' where id = ${old.id}`,
    )
    expect(await titles('kookaburra', stranger)).toEqual(['Kookaburra at dawn'])
    await aPost(app.db, creatorId, { title: 'Kookaburra at noon' })
    expect(await titles('kookaburra', stranger)).toEqual(['Kookaburra at noon', 'Kookaburra at dawn'])
  })

  test('that are taken down are found by nobody, and their words are gone', async () => {
    const { id } = await aPost(app.db, creatorId, { title: 'Quokkafarm' })
    expect(await titles('quokkafarm')).toEqual(['Quokkafarm'])
    await app.call(deletePost, { id }, { as: owner })
    expect(await titles('quokkafarm', owner)).toEqual([])
    expect(await many(app.db, sql`select from post_search where post_id = ${id}`)).toEqual([])
  })
})

describe('any text', () => {
  test.each([
    "'; drop table posts; --",
    ':* & | ! <->',
    '%_\\',
    '<script>',
    '🎷🎷',
    'a & b',
    "it's",
    '()',
    'ab:*',
  ])('%j is only text', async (q) => {
    const as = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    expect((await app.call(search, { q }, { as })).status).toBe(200)
  })

  test('has 2 to 100 characters', async () => {
    expect((await app.call(search, { q: ' x ' })).status).toBe(422)
    expect((await app.call(search, { q: 'x'.repeat(101) })).status).toBe(422)
  })

  test('is looked for thirty times a minute by one caller', async () => {
    const as = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    for (let index = 0; index < 30; index += 1)
      expect((await app.call(search, { q: 'glaze', in: 'creators' }, { as })).status).toBe(200)
    expect((await app.call(search, { q: 'glaze' }, { as })).status).toBe(429)
  })

  test('that takes too long to look for is given up by the database', async () => {
    await expect(
      transactionsOf(app.db)(async (db) => {
        await limitSearch(db, 50)
        await run(db, sql`select pg_sleep(5)`)
      }),
    ).rejects.toMatchObject({ code: '57014' })
  })
})
