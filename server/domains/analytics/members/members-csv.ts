import { decimalFromCents } from '#contract/money.ts'
import { accessEnd } from '#contract/subscriptions/engine/access.ts'
import { csvRows, toCsv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/db/query.ts'

import { listMembers, type MemberFilter, type MemberRow } from './member-queries.ts'

const BATCH = 1000

/** For programs, so in English. */
const HEADINGS = [
  'name',
  'email',
  'plan',
  'price',
  'currency',
  'interval',
  'state',
  'since',
  'months',
  'total',
  'access_ends',
  'last_seen',
]

/** Everyone the filter finds; addresses only of those who share theirs. */
export async function membersCsv(
  db: Db,
  creatorId: string,
  filter: MemberFilter,
  now: Date,
): Promise<string> {
  let csv = toCsv([HEADINGS])
  let beforeId: string | null = null
  for (;;) {
    const rows: MemberRow[] = await listMembers(db, creatorId, filter, { beforeId, limit: BATCH, now })
    csv += csvRows(rows.map(cellsOf))
    beforeId = rows.at(-1)?.id ?? null
    if (rows.length < BATCH) return csv
  }
}

function cellsOf(row: MemberRow): (string | number)[] {
  return [
    row.name,
    row.email ?? '',
    row.planName,
    decimalFromCents(row.priceCents),
    row.currency,
    row.interval,
    row.state,
    row.since.toISOString().slice(0, 10),
    row.months,
    decimalFromCents(row.totalCents),
    accessEnd(row)?.toISOString().slice(0, 10) ?? '',
    row.lastSeen?.toISOString().slice(0, 10) ?? '',
  ]
}
