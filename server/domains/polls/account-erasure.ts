import { accountErased } from '#server/domains/accounts/events.ts'
import { findCreatorOfUser } from '#server/domains/creators/service.ts'
import { discardMedium } from '#server/domains/media/service.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { closePollsOf } from './close.ts'
import { emptyPollsOf, takePicturesOf, unnameVotes } from './own-data-queries.ts'

/** Their votes stay, of a former member, and their pictures go; what their page asked is emptied. */
export const pollErasure: EventReaction = reactTo(accountErased, 'polls', async (db, { userId }, { now }) => {
  await unnameVotes(db, userId)
  for (const mediaId of await takePicturesOf(db, userId)) await discardMedium(db, mediaId)
  const creator = await findCreatorOfUser(db, userId)
  if (!creator) return
  await closePollsOf(db, creator.id, now)
  await emptyPollsOf(db, creator.id)
})
