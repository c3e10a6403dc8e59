import { publicMediaUrl } from '#server/domains/media/service.ts'
import { type PublicPost, textOfPost } from '#server/domains/posts/service.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import { escapeXml } from '#server/platform/pages/sitemap.ts'

const TITLE_MAX_CHARACTERS = 80

/**
 * RSS 2.0 of a creator's public posts; a long one is an excerpt with a link to the rest. Their HTML is already clean.
 */
export function rssFeed(creator: CreatorRow, posts: readonly PublicPost[], publicUrl: string): string {
  const pageUrl = `${publicUrl}/${creator.handle}`
  const image = publicMediaUrl(creator.profileImage)
  const [newest] = posts
  const channel = [
    element('title', creator.pageName),
    element('link', pageUrl),
    `<atom:link href="${escapeXml(pageUrl)}/rss" rel="self" type="application/rss+xml"/>`,
    element('description', creator.headline || `Public posts of ${creator.pageName}`),
    newest && element('lastBuildDate', newest.createdAt.toUTCString()),
    image &&
      `<image>${element('url', publicUrl + image)}${element('title', creator.pageName)}${element('link', pageUrl)}</image>`,
    ...posts.map((post) => item(post, creator.pageName, pageUrl)),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
${channel.filter(Boolean).join('\n')}
</channel>
</rss>
`
}

function item(post: PublicPost, pageName: string, pageUrl: string): string {
  const words = textOfPost(post.html)
  const onward = `<p><a href="${escapeXml(pageUrl)}">Continue reading on the page of ${escapeXml(pageName)}</a></p>`
  return [
    '<item>',
    element('title', titleOf(words)),
    element('link', pageUrl),
    `<guid isPermaLink="false">${escapeXml(post.id)}</guid>`,
    element('pubDate', post.createdAt.toUTCString()),
    element('content:encoded', post.isExcerpt ? post.html + onward : post.html),
    '</item>',
  ].join('')
}

/** Posts have no titles: their first words serve as one. */
function titleOf(words: string): string {
  const characters = Array.from(decodeBasic(words))
  if (characters.length === 0) return 'A picture'
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

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}
