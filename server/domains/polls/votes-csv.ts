import { csvRows, toCsv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/db/query.ts'

import type { PollRow } from './queries.ts'
import { listVoteRows } from './vote-queries.ts'

const BATCH = 1000

/** For programs, so in English. */
const HEADINGS = ['name', 'plan', 'weight', 'options', 'voted_at']

/** Every vote of a poll, the latest first; several options are on lines of one cell. */
export async function votesCsv(db: Db, { id, options }: PollRow): Promise<string> {
  let csv = toCsv([HEADINGS])
  let beforeId: string | null = null
  for (;;) {
    const rows = await listVoteRows(db, { pollId: id, viewerId: null, beforeId, limit: BATCH })
    csv += csvRows(
      rows.map((row) => [
        row.name ?? '',
        row.planName ?? '',
        row.weight,
        row.options.map((option) => options[option] ?? '').join('\n'),
        row.votedAt.toISOString(),
      ]),
    )
    beforeId = rows.at(-1)?.id ?? null
    if (rows.length < BATCH) return csv
  }
}
