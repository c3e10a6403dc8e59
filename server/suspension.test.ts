import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Route } from '#contract/http/route.ts'
import { routes } from '#contract/routes.ts'
import { aSession, aUser, reinstate, suspend } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aBroadcast, aLiveSession, aQuestion } from '#server/domains/live/testing.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aCollection, aPost } from '#server/domains/posts/testing.ts'
import { aPoll } from '#server/domains/polls/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'

import { inputsOfChannels } from './testing/channel-access.ts'
import { inputsOfConversations } from './testing/conversation-access.ts'
import { inputsOfPolls } from './testing/poll-access.ts'
import { inputsOfLive } from './testing/live-access.ts'
import { inputsOfRooms } from './testing/room-access.ts'
import { ADDRESSES, CALLS } from './testing/suspension-table.ts'
import { startTestApp, type TestApp, type TestSession } from './testing/test-app.ts'

/* The effect of a suspension on every address of the product: the table is kept by hand in suspension-table.ts. */

const UNKNOWN = newId(new Date())
const PICTURE = `${'ab'.repeat(16)}.webp`
const SMALL = PICTURE.replace('.webp', '-small.webp')

let app: TestApp
let owner: { id: string }
let asMember: TestSession
let asOtherCreator: TestSession
/** Asha's things, by the name of the input they go into. */
let hers: Record<string, string>
let subscriptionId: string
let folder: string

/** Fastify reports each instance as it is made, and then each address it is given. */
const served = new Set<string>()
subscribe('fastify.initialization', (message) =>
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ url }) => void served.add(url)),
)

beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.db, { name: 'Asha Rao' })
  const creator = await aCreator(app.db, owner.id, { handle: 'asha', pageName: 'Asha sings' })
  const plan = await aPlan(app.db, creator.id)
  const medium = await aMedium(app.db, owner.id, 'audio')
  folder = medium.folder
  const post = await aPost(app.db, creator.id, { html: '<p>A song by Asha.</p>', mediaId: medium.id })
  await run(app.db, sql`update creators set banner_image = ${`images/${PICTURE}`} where id = ${creator.id}`)
  await app.platform.storage.put(`images/${PICTURE}`, await aPicture(), 'image/webp')
  const collection = await aCollection(app.db, creator.id, [post.id])
  hers = {
    pageHandle: 'asha',
    planId: plan.id,
    id: post.id,
    mediaId: medium.id,
    collectionId: collection.id,
    channelId: post.id,
    roomId: (await aRoom(app.db, creator.id)).id,
    pollId: (await aPoll(app.db, creator, { postId: post.id })).id,
  }
  hers['liveSessionId'] = (await aLiveSession(app.db, creator.id, { video: 'browser' })).id
  hers['broadcastId'] = (await aBroadcast(app.db, hers['liveSessionId'])).id
  hers['questionId'] = (await aQuestion(app.db, hers['liveSessionId'], owner.id)).id

  const member = await aUser(app.db)
  subscriptionId = (await aSubscription(app.db, member.id, plan)).id
  asMember = await aSession(app.db, app.platform, member.id)
  const other = await aUser(app.db)
  await aCreator(app.db, other.id, { handle: 'meera', pageName: 'Meera paints' })
  asOtherCreator = await aSession(app.db, app.platform, other.id)
  await run(
    app.db,
    sql`insert into blocks (blocker_id, blocked_id, created_at) values (${other.id}, ${owner.id}, now())`,
  )
})
afterAll(() => app.close())

function aPicture(): Promise<Buffer> {
  const background = { r: 20, g: 90, b: 60 }
  return sharp({ create: { width: 8, height: 2, channels: 3, background } })
    .webp()
    .toBuffer()
}

function nameOf(route: Route): string {
  return `${route.method} ${route.path}`
}

test('the table has every call of the contract, and no other', () => {
  expect(Object.keys(CALLS).toSorted()).toEqual(routes.map(nameOf).toSorted())
})

test('the table has every other served address', () => {
  const calls = new Set(routes.map(({ path }) => `/api${path}`))
  const others = [...served].filter((url) => !calls.has(url))
  expect(others.toSorted()).toEqual(Object.keys(ADDRESSES).toSorted())
})

/** What the path of a call names is put in later. */
function withoutNamed(input: Record<string, unknown>): Record<string, unknown> {
  const {
    channelId: _channelId,
    conversationId: _conversationId,
    roomId: _roomId,
    liveSessionId: _liveSessionId,
    questionId: _questionId,
    broadcastId: _broadcastId,
    pollId: _pollId,
    pageHandle: _pageHandle,
    id: _id,
    ...rest
  } = input
  return rest
}

/** The rest of a call's input; nothing here says whose it is. */
const REST: Record<string, Record<string, unknown>> = {
  ...Object.fromEntries(
    [
      ...Object.entries(inputsOfChannels(UNKNOWN, UNKNOWN)),
      ...Object.entries(inputsOfRooms(UNKNOWN, UNKNOWN)),
      ...Object.entries(inputsOfLive(UNKNOWN, UNKNOWN, UNKNOWN)),
      ...Object.entries(inputsOfConversations(UNKNOWN, UNKNOWN)),
      ...Object.entries(inputsOfPolls(UNKNOWN, UNKNOWN)),
    ].map(([name, input]) => [name, withoutNamed(input)]),
  ),
  'GET /posts/collections/at/:pageHandle': { address: 'songs' },
  'GET /posts/collections/posts/:pageHandle': { address: 'songs' },
  'PUT /posts/collections/:collectionId': { title: 'Mine now', description: '', postIds: [] },
  'GET /post/getPostByAddress/:pageHandle': { address: UNKNOWN },
  'PUT /posts/:id/draft': {
    revision: 0,
    title: 'Mine now',
    content: { blocks: [] },
    audience: [{ reach: 'everyone', planIds: [], isExact: false, fromAt: null, untilAt: null }],
    mediaIds: [],
    videoLink: null,
    teaser: null,
    coverId: null,
    isMailed: true,
  },
  'POST /posts/:id/publish': { revision: 0 },
  'PUT /creators/:pageHandle/follow/mails': { isMailed: false },
  'POST /creators/:pageHandle/follow-by-mail': { email: 'visitor@example.org' },
  'POST /posts/:id/move': { to: 'hidden' },
  'PUT /creator/setup/:pageHandle': { step: 'shared' },
  'PUT /creator/podcast/:pageHandle': { category: 'Music', language: 'en' },
  'PUT /creator/update/:pageHandle': { headline: 'Mine now' },
  'POST /user/feeds': { label: 'Phone' },
  'POST /creatorPlan/upsert/:pageHandle': { name: 'Buzzed', price: 5 },
  'PUT /creatorPlan/update/:pageHandle/:planId': { name: 'Buzzed', price: 5 },
  'GET /m2cSubscription/:m2cSubscriptionId/change-preview': { interval: 'yearly' },
  'POST /m2cSubscription/:m2cSubscriptionId/change': {
    interval: 'yearly',
    quotedAt: new Date().toISOString(),
    chargedNow: 0,
  },
}

/** Calls that name the page in their body. */
const PAGE_IN_BODY = new Set(['POST /user/blocks', 'POST /user/feeds'])

/** A report names what it is about in its body. */
function inputOfReport({ id }: Record<string, string>): Record<string, unknown> {
  return { target: { kind: 'post', id }, reason: 'spam' }
}

/** Only the call's own fields; a page stands for its owner where people are blocked. */
function inputOf(name: string, things: Record<string, string>): Record<string, unknown> {
  if (name === 'POST /reports') return inputOfReport(things)
  const isPlanAlone = /^POST \/(?:m2c|razorpay)|change/.test(name)
  const named = [...name.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter ?? '')
  const wanted = isPlanAlone ? ['planId'] : PAGE_IN_BODY.has(name) ? ['pageHandle'] : named
  const picked = Object.fromEntries(wanted.map((key) => [key, things[key]]))
  return { ...picked, ...(name.includes(':m2c') ? { m2cSubscriptionId: subscriptionId } : {}), ...REST[name] }
}

describe('while a page is suspended', () => {
  beforeAll(() => suspend(app.db, app.platform, owner.id))
  afterAll(() => reinstate(app.db, app.platform, owner.id))

  const unknown = {
    pageHandle: 'nobody-here',
    planId: UNKNOWN,
    id: UNKNOWN,
    mediaId: UNKNOWN,
    collectionId: UNKNOWN,
    channelId: UNKNOWN,
    roomId: UNKNOWN,
    liveSessionId: UNKNOWN,
    questionId: UNKNOWN,
    broadcastId: UNKNOWN,
    pollId: UNKNOWN,
  }
  const named = routes.filter((route) => CALLS[nameOf(route)] === 'as unknown')

  test.each(named.map((route) => [nameOf(route), route] as const))(
    '%s answers as for an unknown page',
    async (name, route) => {
      for (const as of [undefined, asMember, asOtherCreator]) {
        const [about, never] = [
          await app.call(route, inputOf(name, hers), { as }),
          await app.call(route, inputOf(name, unknown), { as }),
        ]
        expect([about.status, about.failure.code, about.failure.message]).toEqual([
          never.status,
          never.failure.code,
          never.failure.message,
        ])
        expect(about.status).toBeGreaterThanOrEqual(400)
      }
    },
  )

  const lists = routes.filter((route) => CALLS[nameOf(route)] === 'left out')

  test.each(lists.map((route) => [nameOf(route), route] as const))('%s leaves it out', async (_, route) => {
    for (const as of [undefined, asMember, asOtherCreator])
      expect(JSON.stringify((await app.call(route, {}, { as })).body)).not.toMatch(/asha|Asha sings/)
  })

  test('no search finds it', async () => {
    const search = routes.find((route) => nameOf(route) === 'GET /creator/getCreators')
    expect(search && (await app.call(search, { search: 'Asha' })).body).toEqual([])
  })

  test('feed, share picture, pictures and free media are not there', async () => {
    for (const path of [
      `/asha/rss`,
      `/media/og/asha.png`,
      `/media/images/${PICTURE}`,
      `/media/images/${SMALL}`,
      `/media/p/${folder}/original`,
    ])
      expect([path, (await fetch(app.baseUrl + path)).status]).toEqual([path, 404])
  })

  test('sitemaps do not list it', async () => {
    const index = await (await fetch(`${app.baseUrl}/sitemap.xml`)).text()
    for (const [, url = ''] of index.matchAll(/<loc>[^<]*(\/sitemap-[^<]*)<\/loc>/g))
      expect(await (await fetch(app.baseUrl + url)).text()).not.toMatch(/\/asha[</]/)
  })

  test('its members see that it is unavailable, and no picture', async () => {
    const own = routes.find((route) => nameOf(route) === 'GET /m2cSubscription/getUserSubscriptions')
    const { body } = (own && (await app.call(own, {}, { as: asMember }))) ?? {}
    expect(body).toMatchObject([
      { creatorId: { pageName: 'Asha sings', isAvailable: false, profileImage: null } },
    ])
  })
})

test('once it is lifted, all of it is back', async () => {
  for (const path of [
    `/asha/rss`,
    `/media/og/asha.png`,
    `/media/images/${PICTURE}`,
    `/media/images/${SMALL}`,
  ])
    expect([path, (await fetch(app.baseUrl + path)).status]).toEqual([path, 200])
  const details = routes.find((route) => nameOf(route) === 'GET /creator/creatorDetails/:pageHandle')
  expect(details && (await app.call(details, { pageHandle: 'asha' })).status).toBe(200)
})
