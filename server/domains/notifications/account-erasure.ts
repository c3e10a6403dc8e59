import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { deletePreferences } from './queries.ts'

export const notificationErasure: EventReaction = reactTo(accountErased, 'notifications', (db, { userId }) =>
  deletePreferences(db, userId),
)
