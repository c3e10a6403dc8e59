import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { followPage } from '#contract/audiences/routes.ts'
import { updateCreator } from '#contract/creators/routes.ts'
import { createPrivateFeed, getPodcast, updatePodcast } from '#contract/feeds/routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aTone } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost, blobOf, startMediaTest } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import type { TestSession } from '#server/testing/test-app.ts'

import { expectListable, expectValidPodcast, type Feed, parseFeed } from './testing.ts'

let rig: Awaited<ReturnType<typeof startMediaTest>>
const page = { pageHandle: 'asha' }

beforeAll(async () => {
  rig = await startMediaTest()
})
afterAll(() => rig.app.close())

const get = (url: string) => fetch(url.replace(rig.app.platform.config.publicUrl, rig.app.baseUrl))

async function feedOf(as: TestSession, pageHandle = 'asha') {
  const { body } = await rig.app.call(createPrivateFeed, { pageHandle, label: 'Phone' }, { as })
  return body
}

async function podcastOf(as: TestSession): Promise<Feed> {
  return parseFeed(await (await get((await feedOf(as)).podcastUrl ?? '')).text())
}

describe('a podcast', () => {
  test('is offered only where there is something to play, and not for a draft', async () => {
    expect((await feedOf(rig.asha)).podcastUrl).toBeNull()
    expect((await rig.app.call(getPodcast, page, { as: rig.asha })).body.hasEpisodes).toBe(false)
    await rig.publish({ audio: blobOf(aTone(1)) }, { planId: rig.planId })
    expect((await feedOf(rig.asha)).podcastUrl).toMatch(/\/podcast\.xml$/)
    expect((await rig.app.call(getPodcast, page, { as: rig.asha })).body.hasEpisodes).toBe(true)
  })

  test('has all that Apple asks for, from a page that set nothing up', async () => {
    const podcast = await podcastOf(rig.asha)
    expectValidPodcast(podcast)
    expectListable(podcast)
    expect(podcast.channel).toMatchObject({ language: 'en', 'itunes:explicit': 'false' })
    expect(podcast.channel['itunes:category']).toEqual({ '@text': 'Society & Culture' })
  })

  test('has a square picture of 1400 pixels, drawn anew with the page', async () => {
    const pictureOf = async () => {
      const image = (await podcastOf(rig.asha)).channel['itunes:image'] as { '@href': string }
      const answer = await get(image['@href'])
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      return { href: image['@href'], bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    const first = await pictureOf()
    expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1400, height: 1400 })
    await rig.app.call(updateCreator, { ...page, pageName: 'Asha and the Rain' }, { as: rig.asha })
    const second = await pictureOf()
    expect(second.href.split('/').at(-1)).not.toBe(first.href.split('/').at(-1))
    expect(second.bytes.equals(first.bytes)).toBe(false)
    const wrong = first.href.replace(/feeds\/[^/]+/, 'feeds/none')
    expect((await get(wrong)).status).toBe(404)
  })

  test('is listed as its topics say, until its creator chooses', async () => {
    const facts = async () => (await rig.app.call(getPodcast, page, { as: rig.asha })).body
    await rig.app.call(updateCreator, { ...page, topics: 'folk, home recording' }, { as: rig.asha })
    expect(await facts()).toMatchObject({ category: 'music', language: 'en' })
    const chosen = { category: 'kids-family', language: 'mr' } as const
    expect((await rig.app.call(updatePodcast, { ...page, ...chosen }, { as: rig.asha })).status).toBe(200)
    expect(await facts()).toMatchObject(chosen)
    const podcast = await podcastOf(rig.asha)
    expectListable(podcast)
    expect(podcast.channel).toMatchObject({
      language: 'mr',
      'itunes:category': { '@text': 'Kids & Family' },
    })
    const rss = parseFeed(await (await get(`${rig.app.baseUrl}/asha/rss`)).text())
    expect(rss.channel).toMatchObject({ language: 'mr' })
    const { body } = await rig.app.call(exportOwnData, {}, { as: rig.asha })
    expect(body.creatorPage?.podcast).toEqual(chosen)
  })

  test('takes no category or language that apps do not know', async () => {
    for (const wrong of [
      { category: 'cats', language: 'en' },
      { category: 'music', language: 'xx-invented' },
    ]) {
      const answer = await fetch(`${rig.app.baseUrl}/api/creator/podcast/asha`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${rig.asha.token}`,
          cookie: `cheers-${new URL(rig.app.baseUrl).port}=${rig.asha.cookie}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(wrong),
      })
      expect(answer.status).toBe(422)
    }
  })

  test('of an adult page says so, and has its picture for those who chose to see it', async () => {
    const owner = await aUser(rig.app.db)
    const creator = await aCreator(rig.app.db, owner.id, { isAdult: true })
    const as = await aSession(rig.app.db, rig.app.platform, owner.id)
    await rig.publish({ audio: blobOf(aTone(1)) })
    const { rssUrl } = await feedOf(as, creator.handle)
    const podcast = parseFeed(await (await get(rssUrl.replace('posts.xml', 'podcast.xml'))).text())
    expectListable(podcast)
    expect(podcast.channel['itunes:explicit']).toBe('true')
    const image = podcast.channel['itunes:image'] as { '@href': string }
    expect((await get(image['@href'])).status).toBe(200)
    expect((await get(`${rig.app.baseUrl}/media/og/${creator.handle}.png`)).status).toBe(404)
  })
})

describe('with two plans that open different episodes', () => {
  test("each member's feed has exactly what they may hear, and its files, and no others", async () => {
    const { app } = rig
    const owner = await aUser(app.db)
    const creator = await aCreator(app.db, owner.id)
    const [small, large] = [
      await aPlan(app.db, creator.id, { priceCents: 500 }),
      await aPlan(app.db, creator.id, { priceCents: 2000 }),
    ]
    const episodes = new Map<string, string>()
    const audience = (planIds: string[], isExact: boolean) => [
      { reach: 'plans' as const, planIds, isExact, fromAt: null, untilAt: null },
    ]
    const reaching = (reach: 'everyone' | 'followers') => [
      { reach, planIds: [], isExact: false, fromAt: null, untilAt: null },
    ]
    const opened: Record<string, Parameters<typeof aPost>[2]> = {
      everyone: { audience: reaching('everyone') },
      followers: { audience: reaching('followers') },
      small: { audience: audience([small.id], false) },
      large: { audience: audience([large.id], false) },
      'only small': { audience: audience([small.id], true) },
    }
    for (const [title, given] of Object.entries(opened)) {
      const { mediaId } = await aRecording()
      await aPost(app.db, creator.id, { ...given, title, mediaId })
      episodes.set(title, mediaId)
    }

    async function aRecording() {
      // A real file: its enclosure is fetched below.
      const { body } = await rig.publish({ audio: blobOf(aTone(1)) })
      const mediaId = body.post.media?._id ?? ''
      await run(app.db, sql`delete from post_media where media_id = ${mediaId}`)
      await run(app.db, sql`update media set owner_id = ${owner.id} where id = ${mediaId}`)
      return { mediaId }
    }
    async function someone(plan: typeof small | null) {
      const user = await aUser(app.db)
      const as = await aSession(app.db, app.platform, user.id)
      if (plan) await aSubscription(app.db, user.id, plan, { accessUntil: new Date(Date.now() + 86_400_000) })
      else await app.call(followPage, { pageHandle: creator.handle }, { as })
      return feedOf(as, creator.handle)
    }

    const feeds = { small: await someone(small), large: await someone(large), follower: await someone(null) }
    const expected = {
      small: ['everyone', 'followers', 'only small', 'small'],
      large: ['everyone', 'followers', 'large', 'small'],
      follower: ['everyone', 'followers'],
    }
    for (const who of ['small', 'large', 'follower'] as const) {
      const address = feeds[who].podcastUrl ?? ''
      const { items } = parseFeed(await (await get(address)).text())
      expect([who, items.map(({ title }) => title).toSorted()]).toEqual([who, expected[who]])
      for (const [title, mediaId] of episodes) {
        const url = `${address.replace('podcast.xml', 'media')}/${mediaId}.wav`
        const { status } = await get(url)
        expect([who, title, status]).toEqual([who, title, expected[who].includes(title) ? 200 : 404])
      }
    }
  })

  test('what its owner takes along names their feeds, and no address', async () => {
    const { podcastUrl, rssUrl } = await feedOf(rig.ravi)
    const { body } = await rig.app.call(exportOwnData, {}, { as: rig.ravi })
    expect(body.privateFeeds).toEqual([{ page: 'asha', label: 'Phone', createdAt: expect.any(String) }])
    for (const url of [podcastUrl, rssUrl]) expect(JSON.stringify(body)).not.toContain(url?.split('/').at(-2))
  })
})
