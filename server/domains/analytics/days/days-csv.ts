import { toCsv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/db/query.ts'

import type { Of } from './day-queries.ts'
import { presentStretch, type Range, type Stretch } from './points.ts'
import { readStretches } from './summary.ts'

/** Every day of a range, also those on which nothing happened; for programs, so in English. */
export async function daysCsv(db: Db, of: Of, range: Range): Promise<string> {
  const { parts } = await readStretches(db, of, range, 'day')
  const rows = parts.map((part) => cellsOf(part, of.currency))
  return toCsv([
    rows[0]?.map(([heading]) => heading) ?? [],
    ...rows.map((row) => row.map(([, cell]) => cell)),
  ])
}

function cellsOf(part: Stretch, currency: string): (readonly [string, string | number])[] {
  const { from, mrr, members, gross, givenBack, fee, net, correction } = presentStretch(part)
  const named = (prefix: string, amounts: Record<string, number>) =>
    Object.entries(amounts).map(([name, amount]) => [`${prefix}_${name}`, amount] as const)
  return [
    ['day', from],
    ['currency', currency],
    ...named('mrr', mrr),
    ...named('members', members),
    ['gross', gross],
    ['given_back', givenBack],
    ['fee', fee],
    ['net', net],
    ['correction', correction],
  ]
}
