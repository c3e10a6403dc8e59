import { audienceFailures } from '#contract/audiences/failures.ts'
import { isBlockedBetween } from '#server/domains/accounts/service.ts'
import type { CreatorRow } from '#server/domains/creators/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { pageFollowed } from './events.ts'
import { insertFollow } from './follow-queries.ts'

/** Throws `own_page`, and `page_unfollowable` when either has blocked the other. */
export async function follow(db: Db, userId: string, creator: CreatorRow, now: Date): Promise<void> {
  if (creator.userId === userId) throw new Failure(audienceFailures.own_page)
  if (await isBlockedBetween(db, userId, creator.userId))
    throw new Failure(audienceFailures.page_unfollowable)
  if (await insertFollow(db, userId, creator.id, now))
    await emit(db, pageFollowed, { userId, creatorId: creator.id }, now)
}
