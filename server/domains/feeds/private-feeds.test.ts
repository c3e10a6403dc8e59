import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { followPage, unfollowPage } from '#contract/audiences/routes.ts'
import {
  createPrivateFeed,
  deletePrivateFeed,
  getPrivateFeeds,
  resetPrivateFeed,
} from '#contract/feeds/routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { aSession, aUser, reinstate, suspend } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aTone, uploadFile } from '#server/domains/media/testing.ts'
import { blobOf, startMediaTest } from '#server/domains/posts/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import type { TestSession } from '#server/testing/test-app.ts'

import { expectValidPodcast, type Feed, parseFeed, RFC_822 } from './testing.ts'

const SECRET_WORD = 'zyxwombat'

let rig: Awaited<ReturnType<typeof startMediaTest>>

beforeAll(async () => {
  rig = await startMediaTest()
})
afterAll(() => rig.app.close())

async function feedOf(session: TestSession, label = 'Phone') {
  const { body } = await rig.app.call(createPrivateFeed, { pageHandle: 'asha', label }, { as: session })
  return { ...body, podcast: pathOf(body.podcastUrl), rss: pathOf(body.rssUrl) }
}
const pathOf = (url: string | null) => (url ?? '').slice(rig.app.platform.config.publicUrl.length)
const get = (path: string, init: RequestInit = {}) =>
  fetch(rig.app.baseUrl + path, { redirect: 'manual', ...init })

/** A suspension ended his session. */
async function raviAgain(): Promise<TestSession> {
  const { id } = await one(
    rig.app.db,
    sql<{ id: string }>`select member_id as id from subscriptions where id = ${rig.ravisSubscriptionId}`,
  )
  return aSession(rig.app.db, rig.app.platform, id)
}

async function read(path: string): Promise<Feed> {
  const answer = await get(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  return parseFeed(await answer.text())
}

describe("a member's podcast", () => {
  let feed: Awaited<ReturnType<typeof feedOf>>
  let enclosure: string
  const tone = aTone(9)

  beforeAll(async () => {
    await rig.publish({ audio: blobOf(tone) }, { planId: rig.planId })
    await rig.publish({ audio: blobOf(aTone(1)) })
    feed = await feedOf(rig.ravi)
  })

  test('is a valid feed of what they may hear', async () => {
    const read1 = await read(feed.podcast)
    expectValidPodcast(read1)
    expect(read1.items).toHaveLength(2)
    expect(read1.channel['title']).not.toBe('')
    enclosure = pathOf(read1.items[1]?.enclosure?.['@url'] ?? '')
  })

  test('is read as apps do: by HEAD, in parts, and only when it changed', async () => {
    const head = await get(enclosure, { method: 'HEAD' })
    expect([head.status, head.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
    const size = Number(head.headers.get('content-length'))
    const listed = (await read(feed.podcast)).items.find(({ enclosure: e }) =>
      e?.['@url'].endsWith(enclosure),
    )
    expect(listed?.enclosure).toMatchObject({
      '@length': String(size),
      '@type': head.headers.get('content-type') ?? '',
    })

    const first = await get(enclosure, { headers: { range: 'bytes=0-1' } })
    expect([first.status, first.headers.get('content-range')]).toEqual([206, `bytes 0-1/${size}`])
    const half = Math.floor(size / 2)
    const parts = await Promise.all(
      [`bytes=0-${half - 1}`, `bytes=${half}-`].map(async (range) =>
        Buffer.from(await (await get(enclosure, { headers: { range } })).arrayBuffer()),
      ),
    )
    const whole = Buffer.from(await (await get(enclosure)).arrayBuffer())
    expect(whole).toHaveLength(size)
    expect(Buffer.concat(parts).equals(whole)).toBe(true)
    expect((await get(enclosure, { headers: { range: `bytes=${size}-` } })).status).toBe(416)
    const etag = head.headers.get('etag') ?? ''
    expect((await get(enclosure, { headers: { 'if-none-match': etag } })).status).toBe(304)

    const document = await get(feed.podcast)
    const tag = document.headers.get('etag') ?? ''
    expect(document.headers.get('cache-control')).toMatch(/^private/)
    expect(document.headers.get('x-robots-tag')).toBe('noindex')
    expect((await get(feed.podcast, { headers: { 'if-none-match': tag } })).status).toBe(304)
    expect((await get(feed.podcast, { method: 'HEAD' })).headers.get('etag')).toBe(tag)
    await rig.publish({ audio: blobOf(aTone(1)) }, { planId: rig.planId })
    expect((await get(feed.podcast, { headers: { 'if-none-match': tag } })).status).toBe(200)
  })

  test('counts an episode as opened once its bytes were fetched, not before', async () => {
    const opened = async () => {
      await rig.app.platform.writeBehind.flush()
      return (await one(rig.app.db, sql<{ n: number }>`select count(*)::integer as n from post_openings`)).n
    }
    await opened()
    await run(rig.app.db, sql`delete from post_openings`)
    await get(feed.podcast)
    await get(enclosure, { method: 'HEAD' })
    const head = await get(enclosure, { method: 'HEAD' })
    for (const headers of [
      { range: 'bytes=0-65535' },
      { range: 'bytes=99999999999-' },
      { 'if-none-match': head.headers.get('etag') ?? '' },
    ])
      await (await get(enclosure, { headers })).arrayBuffer()
    expect(await opened()).toBe(0)
    await (await get(enclosure, { headers: { range: 'bytes=65536-65600' } })).arrayBuffer()
    await expect.poll(opened).toBe(1)
    await run(rig.app.db, sql`delete from post_openings`)
    await (await get(enclosure)).arrayBuffer()
    await expect.poll(opened).toBe(1)
  })

  test('closes with the membership, and keeps what is everyone’s', async () => {
    const stranger = await rig.app.call(
      createPrivateFeed,
      { pageHandle: 'asha', label: 'Phone' },
      { as: rig.meera },
    )
    expect([stranger.status, stranger.failure.code]).toEqual([403, 'feed_not_yours'])
    const until = (moment: string) =>
      run(
        rig.app.db,
        sql`update subscriptions set access_until = ${moment}::timestamptz where id = ${rig.ravisSubscriptionId}`,
      )
    await until('2020-01-01')
    expect((await read(feed.podcast)).items).toHaveLength(1)
    expect((await get(enclosure)).status).toBe(404)
    await until('2100-01-01')
    expect((await get(enclosure)).status).toBe(200)
  })

  test('opens only its own page', async () => {
    const { feed: other, podcast } = await feedOf(rig.asha)
    const throughIt = enclosure.replace(/\/feeds\/[^/]+/, podcast.replace('/podcast.xml', ''))
    expect((await get(throughIt)).status).toBe(200)
    const { id: elsewhere } = await aCreator(rig.app.db, (await aUser(rig.app.db)).id)
    await run(rig.app.db, sql`update private_feeds set creator_id = ${elsewhere} where id = ${other._id}`)
    expect((await get(throughIt)).status).toBe(404)
    expect((await read(podcast)).items).toEqual([])
  })

  test('has no other addresses, and no file to download', async () => {
    const page = Buffer.from('<script>alert(1)</script>')
    const mediaId = await uploadFile(rig.app, rig.asha, { name: 'notes.html', bytes: page })
    const given = { content: '<p>Notes</p>', planId: rig.planId, files: [{ mediaId }] }
    expect((await rig.app.call(createPost, given, { as: rig.asha })).status).toBe(200)
    for (const path of [
      enclosure.replace(/[0-9a-f]{4}\.\w+$/, '0000.wav'),
      enclosure.replace(/\.\w+$/, '/original'),
      enclosure.replace(/media\/.*$/, 'media/none.mp3'),
      enclosure.replace(/media\/.*$/, `media/${mediaId}.html`),
      feed.podcast.replace(/\/feeds\/(.)/, (_, first) => `/feeds/${first === '-' ? '_' : '-'}`),
      '/feeds//podcast.xml',
      `/feeds/${'a'.repeat(300)}/podcast.xml`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test('a reset closes the old address, and removing it the new one', async () => {
    const made = await feedOf(rig.ravi, 'Car')
    const { body } = await rig.app.call(resetPrivateFeed, { feedId: made.feed._id }, { as: rig.ravi })
    expect((await get(made.podcast)).status).toBe(404)
    expect((await get(pathOf(body.podcastUrl))).status).toBe(200)
    expect(body.feed).toEqual(made.feed)
    const theirs = await rig.app.call(deletePrivateFeed, { feedId: made.feed._id }, { as: rig.meera })
    expect(theirs.status).toBe(404)
    await rig.app.call(deletePrivateFeed, { feedId: made.feed._id }, { as: rig.ravi })
    expect((await get(pathOf(body.podcastUrl))).status).toBe(404)
  })

  test('ends while the account or the page is suspended', async () => {
    const owner = await one(
      rig.app.db,
      sql<{ id: string }>`select user_id as id from creators where handle = 'asha'`,
    )
    const ravi = await one(
      rig.app.db,
      sql<{ id: string }>`select user_id as id from private_feeds where id = ${feed.feed._id}`,
    )
    for (const { id } of [owner, ravi]) {
      await suspend(rig.app.db, rig.app.platform, id)
      for (const path of [feed.podcast, feed.rss, enclosure]) expect((await get(path)).status).toBe(404)
      await reinstate(rig.app.db, rig.app.platform, id)
      expect((await get(feed.podcast)).status).toBe(200)
    }
  })
})

describe('a feed of posts', () => {
  test('has the text of what its owner may read, and the title of what they may not', async () => {
    await run(
      rig.app.db,
      sql`update posts set title = 'For members', html = ${`<p>${SECRET_WORD}</p>`}, teaser = 'A <b> to come' where id =
        (select p.id from posts p order by p.published_at desc limit 1)`,
    )
    await rig.app.call(followPage, { pageHandle: 'asha' }, { as: rig.meera })
    const follower = await feedOf(rig.meera)
    const locked = await read(follower.rss)
    expect(JSON.stringify(locked)).not.toContain(SECRET_WORD)
    expect(locked.items[0]).toMatchObject({ title: 'For members', pubDate: expect.stringMatching(RFC_822) })
    expect(locked.items[0]?.['content:encoded']).toContain('A &#60;b&#62; to come')
    expect((await read(follower.podcast)).items).toHaveLength(1)
    const member = await feedOf(await raviAgain())
    expect((await read(member.rss)).items[0]?.['content:encoded']).toContain(SECRET_WORD)
    await rig.app.call(unfollowPage, { pageHandle: 'asha' }, { as: rig.meera })
    expect((await get(follower.rss)).status).toBe(200)
  })
})

test('ten addresses for a page are enough, and they are listed', async () => {
  await run(rig.app.db, sql`delete from private_feeds`)
  const ravi = await raviAgain()
  const { body: before } = await rig.app.call(getPrivateFeeds, {}, { as: ravi })
  expect(before).toEqual({ feeds: [], pages: [{ pageHandle: 'asha', pageName: expect.any(String) }] })
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      rig.app.call(createPrivateFeed, { pageHandle: 'asha', label: `Device ${index}` }, { as: ravi }),
    ),
  )
  expect(made.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(200), 409, 409])
  const { body } = await rig.app.call(getPrivateFeeds, {}, { as: ravi })
  expect(body.feeds).toHaveLength(10)
  expect(JSON.stringify(body)).not.toContain('feeds/')
  const { tokens } = await one(
    rig.app.db,
    sql<{
      tokens: string
    }>`select string_agg(encode(token_hash, 'escape'), ' ') as tokens from private_feeds`,
  )
  for (const { body: answer } of made)
    if ('rssUrl' in answer) expect(tokens).not.toContain(answer.rssUrl.split('/').at(-2))
})
