import * as z from 'zod/mini'

import {
  getTransparency,
  SMALLEST_CELL,
  TRANSPARENCY_PARTS,
  type TransparencyPart,
} from '#contract/enforcement/transparency-routes.ts'
import { type Implementation, implement, mayLag } from '#server/platform/http/implement.ts'
import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'

import {
  countFigures,
  findBeginning,
  type Half,
  insertReport,
  listReportedDays,
  listTransparencyReports,
  type ReportRow,
} from './transparency-queries.ts'

/** The half year in UTC that a moment is in. */
export function halfOf(moment: Date): Half {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth() < 6 ? 0 : 6]
  return { from: new Date(Date.UTC(year, month, 1)), before: new Date(Date.UTC(year, month + 6, 1)) }
}

/** Half years that are over, since the one of a moment. */
function halvesSince(beginning: Date, now: Date): Half[] {
  const halves: Half[] = []
  for (let half = halfOf(beginning); half.before <= now; half = halfOf(half.before)) halves.push(half)
  return halves
}

/** Each night, so that a half year which ended while nothing ran is counted, too. */
export const reportTransparency: Job<Record<string, never>> = defineJob(
  { name: 'enforcement.report-transparency', payload: z.object({}), cron: '20 0 * * *' },
  async (db, _, { now }) => {
    const beginning = await findBeginning(db)
    if (!beginning) return
    const known = await listReportedDays(db)
    for (const half of halvesSince(beginning, now))
      if (!known.has(half.from.toISOString().slice(0, 10)))
        await insertReport(db, { half, figures: await countFigures(db, half), now })
  },
)

/** A count as it is told: none, a number from five on, or null for what is between. */
function told(count: number): number | null {
  return count === 0 || count >= SMALLEST_CELL ? count : null
}

function presentReport({ from, until, madeAt, figures }: ReportRow) {
  const names = Object.keys(TRANSPARENCY_PARTS) as TransparencyPart[]
  return {
    from,
    until,
    madeAt: madeAt.toISOString(),
    parts: names.map((part) => ({
      part,
      cells: TRANSPARENCY_PARTS[part].map((key) => ({ key, count: told(figures[part]?.[key] ?? 0) })),
    })),
  }
}

export const transparencyImplementations: Implementation[] = mayLag('for everyone', [
  implement(getTransparency, async (db) => (await listTransparencyReports(db)).map(presentReport)),
])
