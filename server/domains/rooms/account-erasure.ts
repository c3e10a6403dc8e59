import { accountErased } from '#server/domains/accounts/events.ts'
import { findCreatorOfUser } from '#server/domains/creators/service.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { eraseRooms } from './people-queries.ts'

export const roomErasure: EventReaction = reactTo(accountErased, 'rooms', async (db, { userId }) => {
  const creator = await findCreatorOfUser(db, userId)
  await eraseRooms(db, userId, creator?.id ?? null)
})
