import { accountErased } from '#server/domains/accounts/events.ts'
import { findCreatorOfUser } from '#server/domains/creators/service.ts'
import { deleteObjectLater } from '#server/domains/media/service.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { shareImageKey } from './share-image.ts'

/** The picture of a shared link shows name and portrait. */
export const exploreErasure: EventReaction = reactTo(accountErased, 'explore', async (db, { userId }) => {
  const creator = await findCreatorOfUser(db, userId)
  if (creator) await deleteObjectLater(db, shareImageKey(creator.id))
})
