import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { eraseFollows } from './follow-queries.ts'

export const followErasure: EventReaction = reactTo(accountErased, 'audiences', (db, { userId }) =>
  eraseFollows(db, userId),
)
