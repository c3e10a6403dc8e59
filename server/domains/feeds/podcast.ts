import type { CreatorRow } from '#server/domains/creators/service.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import { escapeXml } from '#server/platform/pages/sitemap.ts'

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
  channel: { creator: CreatorRow; selfUrl: string; publicUrl: string },
  episodes: readonly Episode[],
): string {
  const { creator, publicUrl } = channel
  const image = publicMediaUrl(creator.profileImage)
  const own = [
    element('itunes:author', creator.pageName),
    element('itunes:type', 'episodic'),
    element('itunes:explicit', creator.isAdult ? 'true' : 'false'),
    element('itunes:block', 'Yes'),
    element('podcast:locked', 'yes'),
    image && `<itunes:image href="${escapeXml(publicUrl + image)}"/>`,
  ]
  return rssDocument(
    { ...channel, description: `Videos and audio of ${creator.pageName}` },
    episodes[0]?.publishedAt,
    own.filter(Boolean).join('\n'),
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
