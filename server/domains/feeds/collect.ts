import { findEnclosures } from '#server/domains/media/service.ts'
import {
  listEpisodes,
  listPostsOfCreator,
  type PostRow,
  postPath,
  shownHtml,
} from '#server/domains/posts/service.ts'
import { escapeXml } from '#server/platform/pages/sitemap.ts'
import type { Platform } from '#server/platform/platform.ts'

import type { Episode } from './podcast.ts'
import { withPictures } from './pictures.ts'
import type { OpenFeed } from './queries.ts'
import type { RssItem } from './rss.ts'

/** The newest posts as the feed's owner reads them on the page: locked ones by title, what is above their line, and teaser. */
export async function collectItems(platform: Platform, feed: OpenFeed, limit: number): Promise<RssItem[]> {
  const { database, clock, config } = platform
  const reader = { viewerId: feed.userId, now: clock.now() }
  const rows = await listPostsOfCreator(database.db, reader, feed.creatorId, { beforeId: null, limit })
  const items = rows
    .filter(({ isWaiting }) => !isWaiting)
    .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
    .map((row) => {
      const of = { id: row.id, url: config.publicUrl + postPath(row), publishedAt: row.publishedAt }
      if (row.html !== null)
        return {
          ...of,
          title: row.title,
          html: shownHtml({ ...row, html: row.html }),
          isPublic: row.isFree,
          isExcerpt: row.isExcerpt,
        }
      const title = row.title ?? `A post for ${row.planName ?? 'members'}`
      return {
        ...of,
        title,
        html: aboveLine(row) + (row.teaser === null ? '' : `<p>${escapeXml(row.teaser)}</p>`),
        isPublic: true,
        isExcerpt: true,
      }
    })
  return withPictures(platform, items)
}

function aboveLine({ openHtml, isOpenExcerpt, cleanerVersion }: PostRow): string {
  return openHtml === null ? '' : shownHtml({ html: openHtml, isExcerpt: isOpenExcerpt, cleanerVersion })
}

/** What the feed's owner may play now. `base`: where its enclosures are. */
export async function collectEpisodes(platform: Platform, feed: OpenFeed, base: string): Promise<Episode[]> {
  const { database, clock, config } = platform
  const rows = await listEpisodes(database.db, { viewerId: feed.userId, now: clock.now() }, feed.creatorId)
  const enclosures = await findEnclosures(
    database.db,
    rows.map(({ mediaId }) => mediaId),
  )
  const episodes = rows.flatMap((row) => {
    const enclosure = enclosures.get(row.mediaId)
    if (!enclosure) return []
    return {
      id: row.mediaId,
      title: row.title,
      url: config.publicUrl + postPath({ id: row.postId, slug: row.slug, handle: feed.handle }),
      publishedAt: row.publishedAt,
      html: shownHtml(row),
      isPublic: false,
      isExcerpt: row.isExcerpt,
      durationMs: row.durationMs,
      enclosure: {
        url: `${base}/media/${row.mediaId}${enclosure.extension}`,
        mime: enclosure.mime,
        sizeBytes: enclosure.sizeBytes,
      },
    }
  })
  return withPictures(platform, episodes)
}
