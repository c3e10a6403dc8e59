import type { OwnDataPart } from '#server/platform/own-data.ts'

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
