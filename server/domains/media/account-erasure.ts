import { accountErased } from '#server/domains/accounts/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { discardMedium } from './medium.ts'
import { listLooseMediumIds } from './loose-queries.ts'
import { deleteObjectLater } from './service.ts'

/** Media in posts go with the posts, whose reaction this is not. */
export const mediaErasure: EventReaction = reactTo(
  accountErased,
  'media',
  async (db, { userId, pictureKey }) => {
    if (pictureKey !== null) await deleteObjectLater(db, pictureKey)
    for (const id of await listLooseMediumIds(db, userId)) await discardMedium(db, id)
  },
)
