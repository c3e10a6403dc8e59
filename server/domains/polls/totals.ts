import type { PollTotals } from '#contract/polls/events.ts'
import type { Db } from '#server/platform/db/query.ts'

import type { PollRow } from './queries.ts'
import { countVotes } from './vote-queries.ts'

/** However many look at a poll, its votes are counted once in this time. */
export const COUNTED_EVERY_MS = 1000

/** Polls with fewer voters are counted whenever somebody asks: that takes less than a millisecond. */
const COUNTED_AT_ONCE = 500
/** Polls that are remembered; more than are looked at in a second. */
const REMEMBERED = 500

interface Counted {
  at: number
  totals: PollTotals
}

/** Of this process; polls have ids of their own, whatever the database. */
const remembered = new Map<string, Counted>()

/**
 * What was voted: the kept result of a closed poll, and otherwise what was counted within the last second. `isFresh`:
 * counted now, for whoever isn't asked again.
 */
export async function readTotals(
  db: Db,
  row: PollRow,
  { isFresh = false }: { isFresh?: boolean } = {},
): Promise<PollTotals> {
  if (row.result !== null) return row.result
  // By the real clock: it bounds work, and says nothing about the poll.
  const at = performance.now()
  const before = remembered.get(row.id)
  if (!isFresh && before && at - before.at < COUNTED_EVERY_MS) return before.totals
  const totals = await countVotes(db, row.id, row.options.length)
  remembered.delete(row.id)
  if (totals.voters >= COUNTED_AT_ONCE) remembered.set(row.id, { at, totals })
  const [oldest] = remembered.keys()
  if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  return totals
}
