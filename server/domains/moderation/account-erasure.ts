import { accountErased } from '#server/domains/accounts/events.ts'
import { findCreatorOfUser } from '#server/domains/creators/service.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { eraseModeration } from './queries.ts'

export const moderationErasure: EventReaction = reactTo(
  accountErased,
  'moderation',
  async (db, { userId }) => {
    const creator = await findCreatorOfUser(db, userId)
    await eraseModeration(db, userId, creator?.id ?? null)
  },
)
