import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { getCreatorByHandle, getPageForMachines } from '#server/domains/creators/service.ts'
import { findOpenFeed } from '#server/domains/feeds/service.ts'
import {
  collectionPath,
  findSharedPost,
  listCollectionBatches,
  listDaysWithPosts,
  listPostsOfDay,
  listSitemapCollections,
  postPath,
} from '#server/domains/posts/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { isId } from '#server/platform/ids.ts'
import { makePageDocument, sendDocument } from '#server/platform/pages/page-document.ts'
import { sitemapIndex, urlSet } from '#server/platform/pages/sitemap.ts'
import type { Platform } from '#server/platform/platform.ts'

import { listSitemapBatches, listSitemapPages } from './queries.ts'
import { createPostPictures } from './post-share-image.ts'
import { getPodcastPicture, getShareImage } from './share-image.ts'

/** The protocol allows 50 000 addresses a file; smaller ones are quicker to answer. */
const PAGES_PER_SITEMAP = 10_000

/** What the protocol allows in one file; of a busier day, the latest posts. */
const POSTS_PER_DAY = 50_000
/** Days in the sitemap: some forty years, and with the pages' files within what an index may hold. */
const DAYS_MAX = 15_000

const XML = 'application/xml; charset=utf-8'

/** Paths not to be read: calls, links from mails, members-only pages. `/search` says itself that it isn't indexed. */
const NOT_TO_INDEX = [
  '/api/',
  '/activate-account/',
  '/reset-password/',
  '/confirm-follow/',
  '/payment-success/',
]

/**
 * Our machine-readable pages: sitemaps, and the picture of a shared link. Pages with adult content have none.
 */
export function mountDiscovery(
  app: FastifyInstance,
  platform: Platform,
  options: { pagesPerSitemap?: number } = {},
): void {
  const { db, replica } = platform.database
  /** For lists that search engines fetch once a day. */
  const read = <T>(work: (from: Db) => Promise<T>) => (replica ? replica.read(db, work) : work(db))
  const { publicUrl } = platform.config
  const pagesPerSitemap = options.pagesPerSitemap ?? PAGES_PER_SITEMAP

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
    const batches = await read((from) => listSitemapBatches(from, pagesPerSitemap))
    const locations = batches.map((id) => `${publicUrl}/sitemap-creators.xml?from=${id}`)
    const ofCollections = (await read((from) => listCollectionBatches(from, pagesPerSitemap))).map(
      (id) => `${publicUrl}/sitemap-collections.xml?from=${id}`,
    )
    const days = await read((from) => listDaysWithPosts(from, DAYS_MAX))
    const ofPosts = days.map((day) => `${publicUrl}/sitemap-posts.xml?day=${day.toISOString().slice(0, 10)}`)
    return send(
      request,
      reply,
      sitemapIndex([`${publicUrl}/sitemap-pages.xml`, ...locations, ...ofCollections, ...ofPosts]),
      XML,
    )
  })

  app.get<{ Querystring: { day?: unknown } }>('/sitemap-posts.xml', async (request, reply) => {
    const day = dayIn(request.query.day)
    if (day === null) return reply.callNotFound()
    const rows = await read((from) => listPostsOfDay(from, day, POSTS_PER_DAY))
    const entries = rows.map((row) => ({ loc: publicUrl + postPath(row), lastModified: row.publishedAt }))
    return send(request, reply, urlSet(entries), XML)
  })

  app.get<{ Querystring: { from?: unknown } }>('/sitemap-creators.xml', async (request, reply) => {
    const { from } = request.query
    if (typeof from !== 'string' || !isId(from)) return reply.callNotFound()
    const rows = await read((copy) => listSitemapPages(copy, from, pagesPerSitemap))
    const entries = rows.map(({ handle, changedAt }) => ({
      loc: `${publicUrl}/${handle}`,
      lastModified: changedAt,
    }))
    return send(request, reply, urlSet(entries), XML)
  })

  app.get<{ Querystring: { from?: unknown } }>('/sitemap-collections.xml', async (request, reply) => {
    const { from } = request.query
    if (typeof from !== 'string' || !isId(from)) return reply.callNotFound()
    const rows = await read((copy) => listSitemapCollections(copy, from, pagesPerSitemap))
    const entries = rows.map((row) => ({ loc: publicUrl + collectionPath(row), lastModified: row.changedAt }))
    return send(request, reply, urlSet(entries), XML)
  })

  app.get<{ Params: { name: string } }>('/media/og/:name', async (request, reply) => {
    const handle = /^(.+)\.png$/.exec(request.params.name)?.[1]
    if (handle === undefined) return reply.callNotFound()
    const creator = await getPageForMachines(db, handle)
    return sendPicture(reply, 'image/png', await getShareImage(platform, creator))
  })

  // Below the feed's own address, which opens adult pages to those who chose to see them.
  app.get<{ Params: { token: string; name: string } }>(
    '/feeds/:token/picture/:name',
    async (request, reply) => {
      const { handle } = await findOpenFeed(platform, request)
      const creator = await getCreatorByHandle(db, handle)
      void reply.header('x-robots-tag', 'noindex')
      return sendPicture(reply, 'image/jpeg', await getPodcastPicture(platform, creator))
    },
  )

  const postPictures = createPostPictures(platform)
  app.get<{ Params: { handle: string; name: string } }>('/media/og/:handle/:name', async (request, reply) => {
    const postId = /^(.+)\.jpg$/.exec(request.params.name)?.[1]
    if (postId === undefined || !isId(postId)) return reply.callNotFound()
    const creator = await getPageForMachines(db, request.params.handle)
    const post = await findSharedPost(db, creator.id, postId)
    if (!post) return reply.callNotFound()
    const jpeg = await postPictures.get(creator, post)
    return jpeg
      ? sendPicture(reply, 'image/jpeg', jpeg)
      : sendPicture(reply, 'image/png', await getShareImage(platform, creator))
  })
}

/** The address in our tags changes with the picture; clients that keep the old one learn of it within the day. */
function sendPicture(reply: FastifyReply, type: string, bytes: Buffer): FastifyReply {
  return (
    reply
      .type(type)
      .header('cache-control', 'public, max-age=86400')
      // Other sites show it: that is its purpose.
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(bytes)
  )
}

/** A day as sitemaps write it, "2026-03-14"; null: it is none. */
function dayIn(text: unknown): Date | null {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? null : day
}

async function send(request: FastifyRequest, reply: FastifyReply, text: string, type: string) {
  return sendDocument(request, reply, await makePageDocument(text, type))
}
