import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { deleteCountsOf, listPageIds } from './erasure-queries.ts'
import { eraseSharing } from './members/sharing-queries.ts'
import { deleteVisitsOf } from './visits/visit-queries.ts'

/**
 * What a person shared goes, and with a page all that was counted about it. Of a member who leaves, other pages keep
 * their movements, as they keep their payments: figures would change otherwise.
 */
export const analyticsErasure: EventReaction = reactTo(accountErased, 'analytics', async (db, { userId }) => {
  await eraseSharing(db, userId)
  for (const creatorId of await listPageIds(db, userId)) {
    await deleteCountsOf(db, creatorId)
    await deleteVisitsOf(db, creatorId)
  }
})
