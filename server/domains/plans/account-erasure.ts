import { accountErased } from '#server/domains/accounts/events.ts'
import { findCreatorOfUser } from '#server/domains/creators/service.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { erasePlansOfCreator } from './queries.ts'

export const planErasure: EventReaction = reactTo(accountErased, 'plans', async (db, { userId }, { now }) => {
  const creator = await findCreatorOfUser(db, userId)
  if (creator) await erasePlansOfCreator(db, creator.id, now)
})
