import { createHash } from 'node:crypto'

import { defaultPodcast, isPodcastCategory, type PodcastFacts } from '#contract/feeds/podcast.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import { findPodcast } from './podcast-queries.ts'

/** How a page is announced to podcast apps: as its creator chose, or by its topics. */
export async function getPodcastFacts(
  db: Db,
  creator: Pick<CreatorRow, 'id' | 'topics'>,
): Promise<PodcastFacts> {
  const chosen = await findPodcast(db, creator.id)
  const byTopics = defaultPodcast(creator.topics)
  if (!chosen) return byTopics
  // A category that Apple gave up since.
  const category = isPodcastCategory(chosen.category) ? chosen.category : byTopics.category
  return { category, language: chosen.language }
}

/** The name of a podcast's picture, which changes with it: apps keep pictures for good. */
export function podcastPictureName({ handle, pageName, profileImage }: CreatorRow): string {
  const shown = JSON.stringify([handle, pageName, profileImage])
  return `${createHash('sha256').update(shown).digest('hex').slice(0, 12)}.jpg`
}

/** The picture of a page in feed readers: its own, or the one drawn for shared links. Adult pages have none of those. */
export function channelPicturePath(creator: CreatorRow): string | null {
  return publicMediaUrl(creator.profileImage) ?? (creator.isAdult ? null : `/media/og/${creator.handle}.png`)
}
