import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { id as idField } from '#contract/fields.ts'
import { feedFailures } from '#contract/feeds/failures.ts'
import { type CreatorRow, getCreatorByHandle, getPageForMachines } from '#server/domains/creators/service.ts'
import { isPartWorthCounting, sendEnclosure } from '#server/domains/media/service.ts'
import { findReadablePost, listPublicPosts, noteOpening, postPath } from '#server/domains/posts/service.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { makePageDocument, sendDocument } from '#server/platform/pages/page-document.ts'
import type { Platform } from '#server/platform/platform.ts'

import { getPodcastFacts } from './announced.ts'
import { collectEpisodes, collectItems } from './collect.ts'
import { podcastFeed } from './podcast.ts'
import { findOpenFeed } from './open-feed.ts'
import { withPictures } from './pictures.ts'
import type { OpenFeed } from './queries.ts'
import { rssFeed } from './rss.ts'

const POSTS_PER_FEED = 30
const RSS = 'application/rss+xml; charset=utf-8'

/** Apps ask a few times an hour; several of a household may share an address of the network. */
const readsPerFeed: Limit = { name: 'private-feed-read', points: 120, windowSeconds: 600 }

const mediumId = idField()
/** The whole, a part, or the store's own address for it. */
const SENT: ReadonlySet<number> = new Set([200, 206, 302])
const ENCLOSURE = /^([0-9a-f-]{36})\.[a-z0-9]{1,5}$/

/** RSS: a page's public posts for everyone, and private feeds for those who have their address. */
export function mountFeeds(app: FastifyInstance, platform: Platform): void {
  const { db } = platform.database
  const { publicUrl } = platform.config

  app.get<{ Params: { handle: string } }>('/:handle/rss', async (request, reply) => {
    const creator = await getPageForMachines(db, request.params.handle)
    const posts = await listPublicPosts(db, creator.id, POSTS_PER_FEED, platform.clock.now())
    const selfUrl = `${publicUrl}/${creator.handle}/rss`
    const description = `Public posts of ${creator.pageName}`
    const items = await withPictures(
      platform,
      posts.map((post) => ({
        ...post,
        isPublic: true,
        url: publicUrl + postPath({ ...post, handle: creator.handle }),
      })),
    )
    const { language } = await getPodcastFacts(db, creator)
    const text = rssFeed({ creator, selfUrl, publicUrl, description, language }, items)
    return sendDocument(request, reply, await makePageDocument(text, RSS))
  })

  app.get<{ Params: { token: string } }>('/feeds/:token/posts.xml', async (request, reply) => {
    const { feed, creator } = await openFeed(platform, request)
    const selfUrl = `${publicUrl}/feeds/${request.params.token}/posts.xml`
    const items = await collectItems(platform, feed, POSTS_PER_FEED)
    const description = `Posts of ${creator.pageName}`
    const { language } = await getPodcastFacts(db, creator)
    const channel = { creator, selfUrl, publicUrl, description, language }
    return sendPrivately(request, reply, rssFeed(channel, items))
  })

  app.get<{ Params: { token: string } }>('/feeds/:token/podcast.xml', async (request, reply) => {
    const { feed, creator } = await openFeed(platform, request)
    const base = `${publicUrl}/feeds/${request.params.token}`
    const episodes = await collectEpisodes(platform, feed, base)
    const facts = await getPodcastFacts(db, creator)
    return sendPrivately(request, reply, podcastFeed({ creator, base, publicUrl, ...facts }, episodes))
  })

  app.route<{ Params: { token: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/feeds/:token/media/:name',
    compress: false,
    handler: async (request, reply) => {
      const feed = await findOpenFeed(platform, request)
      const mediaId = ENCLOSURE.exec(request.params.name)?.[1] ?? ''
      const now = platform.clock.now()
      const post = mediumId.safeParse(mediaId).success
        ? await findReadablePost(db, { mediaId, viewerId: feed.userId, now })
        : null
      if (post?.creatorId !== feed.creatorId) throw new Failure(feedFailures.feed_not_found)
      await sendEnclosure(platform, request, reply, mediaId)
      // Apps look at the first bytes of every new episode; whoever was sent more has it on their device.
      if (isPartWorthCounting(request) && SENT.has(reply.statusCode))
        noteOpening(platform, { postId: post.id, memberId: feed.userId, at: now })
      return reply
    },
  })
}

async function openFeed(
  platform: Platform,
  request: FastifyRequest<{ Params: { token: string } }>,
): Promise<{ feed: OpenFeed; creator: CreatorRow }> {
  const feed = await findOpenFeed(platform, request)
  await platform.limits.consume(readsPerFeed, request.params.token)
  return { feed, creator: await getCreatorByHandle(platform.database.db, feed.handle) }
}

async function sendPrivately(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  void reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer')
  return sendDocument(request, reply, await makePageDocument(text, RSS), { isPrivate: true })
}
