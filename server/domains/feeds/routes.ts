import type * as z from 'zod/mini'

import { feedMessages } from '#contract/feeds/messages.ts'
import * as contract from '#contract/feeds/routes.ts'
import { getOwnPage } from '#server/domains/creators/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { getPodcastFacts } from './announced.ts'
import { hasEpisodes, savePodcast } from './podcast-queries.ts'
import { type FeedRow, listFeeds, listPagesForFeeds } from './queries.ts'
import { makeFeed, type NewAddress, removeFeed, resetFeed } from './tokens.ts'

const addressesPerUser: Limit = { name: 'private-feed', points: 60, windowSeconds: 3600 }

export const feedImplementations: Implementation[] = [
  implementForMember(contract.getPrivateFeeds, async (db, { viewer, now }) => ({
    feeds: (await listFeeds(db, viewer.id)).map(present),
    pages: (await listPagesForFeeds(db, viewer.id, now)).map(({ handle, pageName }) => ({
      pageHandle: handle,
      pageName,
    })),
  })),

  implementForMember(
    contract.createPrivateFeed,
    async (db, { input, viewer, now, platform }) =>
      presentAddress(db, await makeFeed(db, viewer, input, now), platform.config.publicUrl),
    { limits: [{ limit: addressesPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(
    contract.resetPrivateFeed,
    async (db, { input, viewer, platform }) =>
      presentAddress(db, await resetFeed(db, viewer, input.feedId), platform.config.publicUrl),
    { limits: [{ limit: addressesPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(contract.deletePrivateFeed, async (db, { input, viewer }) => {
    await removeFeed(db, viewer, input.feedId)
    return { msg: feedMessages.removed }
  }),

  implementForMember(contract.getPodcast, async (db, { input, viewer }) => {
    const creator = await getOwnPage(db, input.pageHandle, viewer)
    const { category, language } = await getPodcastFacts(db, creator)
    return { category, language, hasEpisodes: await hasEpisodes(db, creator.id) }
  }),

  implementForMember(contract.updatePodcast, async (db, { input, viewer }) => {
    const creator = await getOwnPage(db, input.pageHandle, viewer)
    await savePodcast(db, creator.id, input)
    await announcePageChange(db, creator.id)
    return { msg: feedMessages.podcastSaved }
  }),
]

function present(row: FeedRow) {
  return {
    _id: row.id,
    label: row.label,
    pageHandle: row.handle,
    pageName: row.pageName,
    createdAt: row.createdAt.toISOString(),
  }
}

/** A podcast's address is offered only where there is something to play. */
async function presentAddress(
  db: Db,
  { feed, token }: NewAddress,
  publicUrl: string,
): Promise<z.infer<typeof contract.createPrivateFeed.output>> {
  const base = `${publicUrl}/feeds/${token}`
  return {
    feed: present(feed),
    podcastUrl: (await hasEpisodes(db, feed.creatorId)) ? `${base}/podcast.xml` : null,
    rssUrl: `${base}/posts.xml`,
  }
}
