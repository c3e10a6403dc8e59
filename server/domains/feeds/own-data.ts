import type { OwnDataPart } from '#server/platform/own-data.ts'

import { findPodcast } from './podcast-queries.ts'
import { listOwnFeeds } from './queries.ts'

/** Their private feeds; the addresses themselves are known to them alone. */
export const feedData: OwnDataPart = {
  about: 'person',
  async collect(db, userId) {
    const rows = await listOwnFeeds(db, userId)
    return {
      privateFeeds: rows.map(({ handle, label, createdAt }) => ({
        page: handle,
        label,
        createdAt: createdAt.toISOString(),
      })),
    }
  },
}

/** How their page is announced to podcast apps. */
export const podcastData: OwnDataPart = {
  about: 'page',
  collect: async (db, creatorId) => ({ podcast: await findPodcast(db, creatorId) }),
}
