import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { eraseProviderEvents } from './queries.ts'

export const inboxErasure: EventReaction = reactTo(accountErased, 'inbox', (db, { userId }) =>
  eraseProviderEvents(db, userId),
)
