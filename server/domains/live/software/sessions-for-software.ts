import { randomUUID } from 'node:crypto'

import { isUnderWay, stateAt } from '#contract/live/rules.ts'
import { checkQuota } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import type { Platform } from '#server/platform/platform.ts'

import { beginBroadcast, getBroadcast, stopBroadcast } from '../broadcasts/broadcasting.ts'
import { type LiveRow, lockLiveForSoftware } from '../queries.ts'

/** Whether a session of the page waits for what its creator’s software sends. */
export function isAwaited({ database, clock }: Platform, creatorId: string): Promise<boolean> {
  return transactionsOf(database.db)(async (db) => (await lockAwaited(db, creatorId, clock.now())) !== null)
}

/** null: no session waits. Throws what {@link beginBroadcast} and the quota of files throw. */
export function beginForSoftware(
  platform: Platform,
  { creatorId, userId }: { creatorId: string; userId: string },
  given: { mime: string; width: number; height: number; follows: string | null },
): Promise<{ id: string; nextSeq: number } | null> {
  return transactionsOf(platform.database.db)(async (db) => {
    const now = platform.clock.now()
    const row = await lockAwaited(db, creatorId, now)
    if (!row) return null
    await checkQuota(platform, db, { ownerId: userId, isCreator: true, sizeBytes: 1, now })
    const beginning = { ...given, clientKey: randomUUID(), kind: 'rtmp' as const }
    const { broadcastId, nextSeq } = await beginBroadcast(db, row, beginning, now)
    return { id: broadcastId, nextSeq }
  })
}

export function endForSoftware({ database, clock }: Platform, broadcastId: string): Promise<void> {
  return transactionsOf(database.db)(async (db) =>
    stopBroadcast(db, await getBroadcast(db, broadcastId), clock.now()),
  )
}

/** The live one, or else the first one whose waiting room is open. */
async function lockAwaited(db: Db, creatorId: string, now: Date): Promise<LiveRow | null> {
  const rows = (await lockLiveForSoftware(db, creatorId))
    .map((row) => ({ ...row, state: stateAt(row, now) }))
    .filter(({ state }) => isUnderWay(state))
  return rows.find(({ state }) => state === 'live') ?? rows[0] ?? null
}
