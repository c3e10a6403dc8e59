import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { eraseBillingWords } from './queries.ts'

export const paymentErasure: EventReaction = reactTo(accountErased, 'payments', (db, { userId }) =>
  eraseBillingWords(db, userId),
)
