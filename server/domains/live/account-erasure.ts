import { accountErased } from '#server/domains/accounts/events.ts'
import { findCreatorOfUser } from '#server/domains/creators/service.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { dropPictureLater } from './recording/drop-picture.ts'
import { deletePicture, listPicturedOf } from './recording/recording-queries.ts'
import { eraseAtLive, eraseSessions } from './own-data-queries.ts'

export const liveErasure: EventReaction = reactTo(accountErased, 'live', async (db, { userId }) => {
  await eraseAtLive(db, userId)
  const creator = await findCreatorOfUser(db, userId)
  if (!creator) return
  for (const id of await listPicturedOf(db, creator.id)) {
    await deletePicture(db, id)
    await dropPictureLater(db, id)
  }
  await eraseSessions(db, creator.id)
})
