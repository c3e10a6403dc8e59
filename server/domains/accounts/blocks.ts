import { accountFailures } from '#contract/accounts/failures.ts'
import { pageFailures } from '#contract/failures.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { findPageOwnerId, insertBlock } from './block-queries.ts'
import { personBlocked } from './events.ts'
import { findUser } from './queries.ts'

/** The user the caller means: by id, or by the page they know them from. */
export async function getPersonToBlock(
  db: Db,
  named: { userId?: string | undefined; pageHandle?: string | undefined },
): Promise<string> {
  if (named.pageHandle !== undefined) {
    const ownerId = await findPageOwnerId(db, named.pageHandle)
    if (ownerId === null) throw new Failure(pageFailures.page_not_found)
    return ownerId
  }
  const user = named.userId === undefined ? null : await findUser(db, named.userId)
  if (!user || user.erasedAt) throw new Failure(accountFailures.person_not_found)
  return user.id
}

/** Keeps two people apart; payments between them end with their period. Repeating it changes nothing. */
export async function blockPerson(db: Db, blockerId: string, blockedId: string, now: Date): Promise<void> {
  if (blockerId === blockedId) throw new Failure(accountFailures.own_account)
  if (await insertBlock(db, { blockerId, blockedId, createdAt: now }))
    await emit(db, personBlocked, { blockerId, blockedId }, now)
}
