import type { CreatorRow } from '#server/domains/creators/service.ts'
import { textOfPost } from '#server/domains/posts/service.ts'
import { escapeXml } from '#server/platform/pages/sitemap.ts'

import { channelPicturePath } from './announced.ts'

const TITLE_MAX_CHARACTERS = 80

/** An item of a feed, as its post is read there. */
export interface RssItem {
  id: string
  title: string | null
  /** The post's page. */
  url: string
  publishedAt: Date
  /** Clean. */
  html: string
  /** There is more on the post's page. */
  isExcerpt: boolean
}

interface Channel {
  creator: CreatorRow
  selfUrl: string
  publicUrl: string
  description: string
  /** As RSS names it: "en". */
  language: string
}

/** RSS 2.0 (rssboard.org/rss-specification) of a page's posts; a long one is an excerpt with a link to the rest. */
export function rssFeed(channel: Channel, items: readonly RssItem[]): string {
  const { creator } = channel
  const texts = items.map((item) => rssItem(item, creator.pageName))
  return rssDocument(channel, items[0]?.publishedAt, '', texts)
}

/** A document of either kind. `own` is what its channel has besides. */
export function rssDocument(
  { creator, selfUrl, publicUrl, description, language }: Channel,
  newestAt: Date | undefined,
  own: string,
  items: readonly string[],
): string {
  const pageUrl = `${publicUrl}/${creator.handle}`
  const image = channelPicturePath(creator)
  const lines = [
    element('title', creator.pageName),
    element('link', pageUrl),
    `<atom:link href="${escapeXml(selfUrl)}" rel="self" type="application/rss+xml"/>`,
    element('description', creator.headline || description),
    element('language', language),
    newestAt && element('lastBuildDate', newestAt.toUTCString()),
    image &&
      `<image>${element('url', publicUrl + image)}${element('title', creator.pageName)}${element('link', pageUrl)}</image>`,
    own,
    ...items,
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" ${NAMESPACES}>
<channel>
${lines.filter(Boolean).join('\n')}
</channel>
</rss>
`
}

const NAMESPACES = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
].join(' ')

function rssItem(item: RssItem, pageName: string): string {
  return [
    '<item>',
    element('title', titleOf(item)),
    element('link', item.url),
    `<guid isPermaLink="false">${escapeXml(item.id)}</guid>`,
    element('pubDate', item.publishedAt.toUTCString()),
    element('content:encoded', withWayOnward(item, pageName)),
    '</item>',
  ].join('')
}

/** The text of a post, and a link to what is left of it. */
export function withWayOnward({ html, isExcerpt, url }: RssItem, pageName: string): string {
  if (!isExcerpt) return html
  return `${html}<p><a href="${escapeXml(url)}">Continue reading on the page of ${escapeXml(pageName)}</a></p>`
}

/** A post's title, or its first words. */
export function titleOf({ title, html }: Pick<RssItem, 'title' | 'html'>, whenEmpty = 'A picture'): string {
  if (title !== null) return title
  const characters = Array.from(decodeBasic(textOfPost(html)))
  if (characters.length === 0) return whenEmpty
  if (characters.length <= TITLE_MAX_CHARACTERS) return characters.join('')
  const cut = characters.slice(0, TITLE_MAX_CHARACTERS).join('')
  return `${cut.slice(0, cut.lastIndexOf(' ') > 40 ? cut.lastIndexOf(' ') : cut.length)}…`
}

/** The words of a post are still HTML: entities from the sanitiser are decoded again. */
function decodeBasic(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

export function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}
