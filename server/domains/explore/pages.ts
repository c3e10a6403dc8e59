import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { pageFailures } from '#contract/failures.ts'
import { type CreatorRow, getCreatorByHandle } from '#server/domains/creators/service.ts'
import { listPublicPosts } from '#server/domains/posts/service.ts'
import { isStorable } from '#server/platform/db/storable.ts'
import { Failure } from '#server/platform/failure.ts'
import { makePageDocument, sendDocument } from '#server/platform/pages/page-document.ts'
import { sitemapIndex, urlSet } from '#server/platform/pages/sitemap.ts'
import type { Platform } from '#server/platform/platform.ts'

import { rssFeed } from './feed.ts'
import { listSitemapBatches, listSitemapPages } from './queries.ts'
import { getShareImage } from './share-image.ts'

const POSTS_PER_FEED = 30

/** The protocol allows 50 000 addresses a file; smaller ones are quicker to answer. */
const PAGES_PER_SITEMAP = 10_000

const XML = 'application/xml; charset=utf-8'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Paths not to be indexed: calls, links from mails, members-only pages. */
const NOT_TO_INDEX = ['/api/', '/activate-account/', '/reset-password/', '/payment-success/']

/**
 * Our machine-readable pages: feeds, sitemaps, and the picture of a shared link. Pages with adult content have none.
 */
export function mountDiscovery(
  app: FastifyInstance,
  platform: Platform,
  options: { pagesPerSitemap?: number } = {},
): void {
  const { db } = platform.database
  const { publicUrl } = platform.config
  const pagesPerSitemap = options.pagesPerSitemap ?? PAGES_PER_SITEMAP

  app.get<{ Params: { handle: string } }>('/:handle/rss', async (request, reply) => {
    const creator = await getShownCreator(platform, request.params.handle)
    const posts = await listPublicPosts(db, creator.id, POSTS_PER_FEED, platform.clock.now())
    return send(request, reply, rssFeed(creator, posts, publicUrl), 'application/rss+xml; charset=utf-8')
  })

  app.get('/robots.txt', async (request, reply) => {
    const lines = [
      'User-agent: *',
      ...NOT_TO_INDEX.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${publicUrl}/sitemap.xml`,
    ]
    return send(request, reply, `${lines.join('\n')}\n`, 'text/plain; charset=utf-8')
  })

  app.get('/sitemap.xml', async (request, reply) => {
    const batches = await listSitemapBatches(db, pagesPerSitemap)
    const locations = batches.map((id) => `${publicUrl}/sitemap-creators.xml?from=${id}`)
    return send(request, reply, sitemapIndex([`${publicUrl}/sitemap-pages.xml`, ...locations]), XML)
  })

  app.get<{ Querystring: { from?: unknown } }>('/sitemap-creators.xml', async (request, reply) => {
    const { from } = request.query
    if (typeof from !== 'string' || !UUID.test(from)) return reply.callNotFound()
    const rows = await listSitemapPages(db, from, pagesPerSitemap)
    const entries = rows.map(({ handle, changedAt }) => ({
      loc: `${publicUrl}/${handle}`,
      lastModified: changedAt,
    }))
    return send(request, reply, urlSet(entries), XML)
  })

  app.get<{ Params: { name: string } }>('/media/og/:name', async (request, reply) => {
    const handle = /^(.+)\.png$/.exec(request.params.name)?.[1]
    if (handle === undefined) return reply.callNotFound()
    const creator = await getShownCreator(platform, handle)
    const png = await getShareImage(platform, creator)
    // The address in our tags changes with the picture; clients that keep the old one learn of it within the day.
    return (
      reply
        .type('image/png')
        .header('cache-control', 'public, max-age=86400')
        // Other sites show it: that is its purpose.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(png)
    )
  })
}

async function getShownCreator(platform: Platform, handle: string): Promise<CreatorRow> {
  if (!isStorable(handle)) throw new Failure(pageFailures.page_not_found)
  const creator = await getCreatorByHandle(platform.database.db, handle)
  // They are behind the age question, which machines don't get.
  if (creator.isAdult) throw new Failure(pageFailures.page_not_found)
  return creator
}

async function send(request: FastifyRequest, reply: FastifyReply, text: string, type: string) {
  return sendDocument(request, reply, await makePageDocument(text, type))
}
