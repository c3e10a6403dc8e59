import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listOwnFollows } from './follow-queries.ts'

/** The pages they follow. */
export const followData: OwnDataPart = {
  about: 'person',
  async collect(db, userId) {
    const rows = await listOwnFollows(db, userId)
    return { follows: rows.map((row) => ({ ...row, followedAt: row.followedAt.toISOString() })) }
  },
}
