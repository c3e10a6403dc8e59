import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { deletePreferences } from './queries.ts'
import { deleteDeliveries } from './telling-queries.ts'

export const notificationErasure: EventReaction = reactTo(
  accountErased,
  'notifications',
  async (db, { userId }) => {
    await deletePreferences(db, userId)
    await deleteDeliveries(db, userId)
  },
)
