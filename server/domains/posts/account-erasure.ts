import { accountErased } from '#server/domains/accounts/events.ts'
import { findCreatorOfUser } from '#server/domains/creators/service.ts'
import { discardMedium } from '#server/domains/media/service.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { deleteCollectionsOfCreator } from './collections/queries.ts'
import { eraseDownloads } from './download-queries.ts'
import { eraseMarks } from './mark-queries.ts'
import { eraseOpenings } from './opening-queries.ts'
import { deletePreviewLinksOfCreator } from './previews/queries.ts'
import { erasePostsOfCreator } from './queries.ts'

export const postErasure: EventReaction = reactTo(accountErased, 'posts', async (db, { userId }, { now }) => {
  await eraseOpenings(db, userId)
  await eraseMarks(db, userId)
  await eraseDownloads(db, userId)
  const creator = await findCreatorOfUser(db, userId)
  if (!creator) return
  await deletePreviewLinksOfCreator(db, creator.id)
  await deleteCollectionsOfCreator(db, creator.id)
  for (const mediaId of await erasePostsOfCreator(db, creator.id, now)) await discardMedium(db, mediaId)
})
