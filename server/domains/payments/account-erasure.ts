import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { eraseBillingWords, eraseProviderEvents } from './queries.ts'

export const paymentErasure: EventReaction = reactTo(accountErased, 'payments', async (db, { userId }) => {
  await eraseProviderEvents(db, userId)
  await eraseBillingWords(db, userId)
})
