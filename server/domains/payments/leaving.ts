import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { eraseProviderEvents } from './queries.ts'

export const paymentReactions = [
  reactTo(accountErased, 'payments', (db, { userId }) => eraseProviderEvents(db, userId)),
] as EventReaction[]
