import { accountErased } from '#server/domains/accounts/events.ts'
import { findCreatorOfUser } from '#server/domains/creators/service.ts'
import { deleteObjectLater } from '#server/domains/media/service.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { drawnPictureKeys } from './share-image.ts'

/** The pictures of shared links and podcasts show name and portrait. */
export const exploreErasure: EventReaction = reactTo(accountErased, 'explore', async (db, { userId }) => {
  const creator = await findCreatorOfUser(db, userId)
  if (!creator) return
  for (const key of drawnPictureKeys(creator.id)) await deleteObjectLater(db, key)
})
