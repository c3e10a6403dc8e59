import { accountErased, deletionCancelled, deletionRequested } from '#server/domains/accounts/events.ts'
import { isLeaving } from '#server/domains/accounts/service.ts'
import { deleteObjectLater } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { JobContext } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { eraseCreator, retireHandle } from './leaving-queries.ts'
import { findCreatorOfUser, setHidden } from './queries.ts'

/** A page is closed while its owner is leaving. Follows the current state, so the order of events doesn't matter. */
async function closeOrReopen(db: Db, { userId }: { userId: string }, { now }: JobContext): Promise<void> {
  const isClosed = await isLeaving(db, userId)
  const creator = await findCreatorOfUser(db, userId)
  if (!creator) return
  await setHidden(db, creator.id, isClosed ? now : null)
  await announcePageChange(db, creator.id)
}

export const creatorReactions = [
  reactTo(deletionRequested, 'creators', closeOrReopen),
  reactTo(deletionCancelled, 'creators', closeOrReopen),
] as EventReaction[]

/** Receipts and the ledger still reference the page's row; its content is removed. */
export const creatorErasure: EventReaction = reactTo(
  accountErased,
  'creators',
  async (db, { userId }, { now }) => {
    const creator = await findCreatorOfUser(db, userId)
    if (!creator) return
    for (const picture of [creator.profileImage, creator.bannerImage])
      if (picture !== null) await deleteObjectLater(db, picture)
    await retireHandle(db, creator.handle, now)
    await eraseCreator(db, creator.id, now)
    await announcePageChange(db, creator.id)
  },
)
