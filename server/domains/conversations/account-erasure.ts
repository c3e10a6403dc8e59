import { accountErased } from '#server/domains/accounts/events.ts'
import { findCreatorOfUser } from '#server/domains/creators/service.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { eraseConversations } from './own-data-queries.ts'

export const conversationErasure: EventReaction = reactTo(
  accountErased,
  'conversations',
  async (db, { userId }) => {
    const creator = await findCreatorOfUser(db, userId)
    await eraseConversations(db, userId, creator?.id ?? null)
  },
)
