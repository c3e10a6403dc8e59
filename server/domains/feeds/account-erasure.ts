import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { eraseFeeds } from './queries.ts'

export const feedErasure: EventReaction = reactTo(accountErased, 'feeds', (db, { userId }) =>
  eraseFeeds(db, userId),
)
