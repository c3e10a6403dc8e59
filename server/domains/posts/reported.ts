import type { Db } from '#server/platform/db/query.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { storeWithheld } from './reported-queries.ts'

/**
 * Takes a post out of everybody's sight, or shows it again, as the operator decided. Its owner can neither show nor lose
 * it meanwhile. Returns whether anything changed.
 */
export async function withholdPost(
  db: Db,
  { postId, isWithheld, now }: { postId: string; isWithheld: boolean; now: Date },
): Promise<boolean> {
  const creatorId = await storeWithheld(db, postId, isWithheld ? now : null)
  if (creatorId !== null) await announcePageChange(db, creatorId)
  return creatorId !== null
}
