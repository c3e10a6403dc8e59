import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { updateCreator } from '#contract/creators/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { newSuffix } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { listSitemapBatches, listSitemapPages } from './queries.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aPage(given: Parameters<typeof aCreator>[2] = {}) {
  const user = await aUser(app.db)
  const creator = await aCreator(app.db, user.id, given)
  return { creator, session: await aSession(app.db, app.platform, user.id) }
}

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.baseUrl + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function picture(handle: string) {
  const response = await fetch(`${app.baseUrl}/media/og/${handle}.png?v=1`)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('the feed of a creator', () => {
  test("has the public posts in full, newest first, and nothing of members' posts", async () => {
    const { creator } = await aPage({ pageName: 'Tea & <Talk>', headline: 'Songs about tea' })
    const plan = await aPlan(app.db, creator.id)
    await aPost(app.db, creator.id, {
      html: '<p>First &amp; free, <b>bold</b>.</p>',
      now: new Date('2026-03-01T10:00:00Z'),
    })
    await aPost(app.db, creator.id, { html: '<p>Secret chords.</p>', planId: plan.id })
    await aPost(app.db, creator.id, {
      html: '<p>Second.</p><script>alert(1)</script>',
      now: new Date('2026-03-02T10:00:00Z'),
    })
    const feed = await read(`/${creator.handle}/rss`)
    expect(feed.status).toBe(200)
    expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(feed.text).toContain('<title>Tea &#38; &#60;Talk&#62;</title>')
    expect(feed.text).toContain(
      `<atom:link href="${app.baseUrl.replace('127.0.0.1', 'localhost')}/${creator.handle}/rss" rel="self"`,
    )
    expect(feed.text.match(/<item>/g)).toHaveLength(2)
    expect(feed.text.indexOf('Second.')).toBeLessThan(feed.text.indexOf('First'))
    expect(feed.text).toContain('<title>First &#38; free, bold.</title>')
    expect(feed.text).toContain(
      '<content:encoded>&#60;p&#62;First &#38;amp; free, &#60;b&#62;bold&#60;/b&#62;.&#60;/p&#62;',
    )
    expect(feed.text).toContain('<pubDate>Sun, 01 Mar 2026 10:00:00 GMT</pubDate>')
    expect(feed.text).not.toContain('Secret')
    expect(feed.text).not.toContain('alert')
    expect(feed.text).not.toContain(plan.name)
  })

  test('carries posts of up to 16 KB whole, and excerpts of longer ones with a link', async () => {
    const { creator } = await aPage({ pageName: 'Tea & <Talk>' })
    const sentences = (count: number) => `<p>${'It rained all day. '.repeat(count)}The end.</p>`
    await aPost(app.db, creator.id, { html: sentences(800) })
    expect((await read(`/${creator.handle}/rss`)).text).toContain('The end.')
    await aPost(app.db, creator.id, { html: sentences(5000) })
    const { text } = await read(`/${creator.handle}/rss`)
    expect(text.length).toBeLessThan(20_000)
    expect(text).toContain('Continue reading on the page of Tea &#38;#38; &#38;#60;Talk&#38;#62;')
  })

  test('is the same for its owner, whose session it does not read', async () => {
    const { creator, session } = await aPage()
    const plan = await aPlan(app.db, creator.id)
    await aPost(app.db, creator.id, { html: '<p>Secret chords.</p>', planId: plan.id })
    const headers = {
      authorization: `Bearer ${session.token}`,
      cookie: `cheers-${new URL(app.platform.config.publicUrl).port}=${session.cookie}`,
    }
    expect((await read(`/${creator.handle}/rss`, headers)).text).not.toContain('Secret')
  })

  test('is not sent again to a reader who has it', async () => {
    const { creator } = await aPage()
    const first = await read(`/${creator.handle}/rss`)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    const again = await read(`/${creator.handle}/rss`, { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    await aPost(app.db, creator.id)
    expect((await read(`/${creator.handle}/rss`, { 'if-none-match': etag })).status).toBe(200)
  })

  test('does not exist for pages that ask for the age, nor for unknown pages', async () => {
    const { creator } = await aPage({ isAdult: true })
    for (const handle of [creator.handle, 'nobody-here', '%00', 'a%0Ab'])
      expect((await read(`/${handle}/rss`)).status).toBe(404)
  })
})

describe('for search engines', () => {
  test('robots.txt names the sitemap', async () => {
    const robots = await read('/robots.txt')
    expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(robots.text).toContain('Disallow: /api/')
    expect(robots.text).toContain(`Sitemap: ${app.platform.config.publicUrl}/sitemap.xml`)
  })

  test('the sitemap has every page but those with adult content', async () => {
    const { creator } = await aPage()
    const adult = await aPage({ isAdult: true })
    await aPost(app.db, creator.id, { now: new Date('2027-01-02T03:04:05Z') })
    const index = await read('/sitemap.xml')
    expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const locations = [...index.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc))
    expect(locations[0]?.pathname).toBe('/sitemap-pages.xml')
    const [, first] = locations
    const sitemap = await read(`${first?.pathname}${first?.search}`)
    expect(sitemap.text).toContain(
      `<loc>${app.platform.config.publicUrl}/${creator.handle}</loc><lastmod>2027-01-02T03:04:05.000Z</lastmod>`,
    )
    expect(sitemap.text).not.toContain(adult.creator.handle)
  })

  test('batches contain each page once', async () => {
    for (let count = 0; count < 5; count += 1) await aPage()
    const batches = await listSitemapBatches(app.db, 2)
    const pages = await Promise.all(batches.map((id) => listSitemapPages(app.db, id, 2)))
    const handles = pages.flat().map(({ handle }) => handle)
    expect(handles.length).toBeGreaterThanOrEqual(5)
    expect(new Set(handles).size).toBe(handles.length)
    expect(pages.slice(0, -1).every((page) => page.length === 2)).toBe(true)
  })

  test('an unknown batch is not found', async () => {
    for (const query of ['', '?from=', '?from=x', '?from=a&from=b'])
      expect((await read(`/sitemap-creators.xml${query}`)).status).toBe(404)
  })
})

describe('the picture of a shared page', () => {
  test('is a PNG of 1200 by 630 that any site may show', async () => {
    const { creator } = await aPage({ pageName: 'Asha Rao', headline: 'Songs about tea' })
    const { response, bytes } = await picture(creator.handle)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  })

  test('is drawn once, and again when the page changes', async () => {
    const { creator, session } = await aPage()
    const first = await picture(creator.handle)
    expect((await picture(creator.handle)).bytes.equals(first.bytes)).toBe(true)
    const profileImage = new Blob([
      new Uint8Array(
        await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c02020' } })
          .png()
          .toBuffer(),
      ),
    ])
    await app.call(updateCreator, { pageHandle: creator.handle }, { as: session, files: { profileImage } })
    const second = await picture(creator.handle)
    expect(second.bytes.equals(first.bytes)).toBe(false)
    const { data, info } = await sharp(second.bytes).raw().toBuffer({ resolveWithObject: true })
    const middle = (400 - 50) * info.width * info.channels + 182 * info.channels
    expect(data[middle]).toBeGreaterThan(150)
    expect(data[middle + 1]).toBeLessThan(80)
  })

  test('is drawn for names in any script, however long', async () => {
    for (const pageName of ['अशा राव', 'A'.repeat(60), '🍵', '<b>&"'])
      expect(
        (await picture((await aPage({ pageName, handle: `h-${newSuffix()}` })).creator.handle)).response
          .status,
      ).toBe(200)
  })

  test('does not exist for pages that ask for the age', async () => {
    const { creator } = await aPage({ isAdult: true })
    for (const handle of [creator.handle, 'nobody-here', '%00', ''])
      expect((await picture(handle)).response.status).toBe(404)
  })
})
