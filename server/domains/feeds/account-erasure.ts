import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { erasePodcast } from './podcast-queries.ts'
import { eraseFeeds } from './queries.ts'

export const feedErasure: EventReaction = reactTo(accountErased, 'feeds', async (db, { userId }) => {
  await eraseFeeds(db, userId)
  await erasePodcast(db, userId)
})
