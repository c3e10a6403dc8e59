import { creatorFailures } from '#contract/creators/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { findPageLimits, followLabel, type LimitName, setPageLimit } from './limit-queries.ts'

/** Limits a page until a moment, or no longer (null), as the operator decided. */
export async function limitPage(
  db: Db,
  creatorId: string,
  given: { limit: LimitName; until: Date | null },
): Promise<void> {
  await setPageLimit(db, creatorId, given)
  if (given.limit === 'label') await followLabel(db, creatorId)
  await announcePageChange(db, creatorId)
}

/** Throws `posting_stopped`. */
export async function refuseStoppedPosting(db: Db, creatorId: string): Promise<void> {
  if ((await findPageLimits(db, creatorId)).postingStoppedUntil !== null)
    throw new Failure(creatorFailures.posting_stopped)
}

/** Throws `joining_stopped`. */
export async function refuseStoppedJoining(db: Db, creatorId: string): Promise<void> {
  if ((await findPageLimits(db, creatorId)).joiningStoppedUntil !== null)
    throw new Failure(creatorFailures.joining_stopped)
}

/** The operator's label can't be taken off by a page's owner. Throws `adult_label`. */
export async function refuseUnlabelling(db: Db, creatorId: string): Promise<void> {
  if ((await findPageLimits(db, creatorId)).labelledUntil !== null)
    throw new Failure(creatorFailures.adult_label)
}
