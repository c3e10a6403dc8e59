import type { PodcastFacts } from '#contract/feeds/podcast.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import { escapeXml } from '#server/platform/pages/sitemap.ts'

import { APPLE_CATEGORIES } from './apple-categories.ts'
import { podcastPictureName } from './announced.ts'
import { element, rssDocument, type RssItem, titleOf, withWayOnward } from './rss.ts'

export interface Episode extends RssItem {
  enclosure: { url: string; mime: string; sizeBytes: number }
  durationMs: number | null
}

/**
 * A podcast's RSS as apps read it: RSS 2.0 with Apple's tags (help.apple.com/itc/podcasts_connect), which every app
 * knows. Its addresses are one person's, so directories are told to leave it out.
 */
export function podcastFeed(
  channel: PodcastFacts & {
    creator: CreatorRow
    /** Below it are the feed, its picture and its episodes. */
    base: string
    publicUrl: string
  },
  episodes: readonly Episode[],
): string {
  const { creator, base, category } = channel
  const own = [
    element('itunes:author', creator.pageName),
    element('itunes:type', 'episodic'),
    element('itunes:explicit', creator.isAdult ? 'true' : 'false'),
    element('itunes:block', 'Yes'),
    element('podcast:locked', 'yes'),
    `<itunes:category text="${escapeXml(APPLE_CATEGORIES[category])}"/>`,
    `<itunes:image href="${escapeXml(`${base}/picture/${podcastPictureName(creator)}`)}"/>`,
  ]
  return rssDocument(
    {
      ...channel,
      selfUrl: `${base}/podcast.xml`,
      description: `Videos and audio of ${creator.pageName}`,
    },
    episodes[0]?.publishedAt,
    own.join('\n'),
    episodes.map((episode) => podcastItem(episode, creator.pageName)),
  )
}

function podcastItem(episode: Episode, pageName: string): string {
  const { enclosure, durationMs } = episode
  const text = withWayOnward(episode, pageName)
  return [
    '<item>',
    element('title', titleOf(episode, enclosure.mime.startsWith('video/') ? 'A video' : 'A recording')),
    element('link', episode.url),
    `<guid isPermaLink="false">${escapeXml(episode.id)}</guid>`,
    element('pubDate', episode.publishedAt.toUTCString()),
    text && element('description', text),
    durationMs !== null && element('itunes:duration', String(Math.round(durationMs / 1000))),
    `<enclosure url="${escapeXml(enclosure.url)}" length="${enclosure.sizeBytes}" type="${escapeXml(enclosure.mime)}"/>`,
    '</item>',
  ]
    .filter(Boolean)
    .join('')
}
