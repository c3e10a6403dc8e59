import { parseArgs } from 'node:util'

import {
  getCohorts,
  getInsights,
  getInsightsFile,
  getMovements,
  getPostInsights,
  getVisitors,
} from '#contract/analytics/insight-routes.ts'
import type { InputOf, Route } from '#contract/http/route.ts'
import { openToolDatabase } from '#scripts/tool-database.ts'
import { aSession } from '#server/domains/accounts/testing.ts'
import { countMinute } from '#server/domains/analytics/testing.ts'
import { one, sql } from '#server/platform/db/query.ts'
import { startAppOn } from '#server/testing/app-on-database.ts'
import type { TestSession } from '#server/testing/test-app.ts'

import { fillInsights, ownerId } from './insights-data.ts'
import { judgeAtMost } from './side-by-side.ts'

/*
 * What each insight takes with 100,000 pages that have 400 days behind them, over HTTP: on the page with fifty thousand
 * members, and on pages that nobody has asked about before. `node lab/bench/insights.ts [--creators 100000] [--days 400]`.
 * Not part of `npm run bench`: it needs 15 GB on the disk, and minutes to fill them.
 */

const { values } = parseArgs({
  options: {
    creators: { type: 'string', default: '100000' },
    days: { type: 'string', default: '400' },
    members: { type: 'string', default: '50000' },
  },
})
const PAGES = {
  creators: Number(values.creators),
  days: Number(values.days),
  members: Number(values.members),
}
const CALLS = 40
/** Pages that are asked about once. */
const OTHERS = 40
const MAX_MS = 150
const DAY_MS = 86_400_000

const tool = await openToolDatabase()
const began = performance.now()
await fillInsights(tool.url, PAGES)
console.log(
  `${PAGES.creators} pages with ${PAGES.days} days in ${((performance.now() - began) / 1000).toFixed(0)} s`,
)
const app = await startAppOn({ connectionString: tool.url, max: 10 })
try {
  await countMinute(app)
  const largest = await sessionOf(1)
  const others: TestSession[] = []
  for (let count = 1; count <= OTHERS; count += 1)
    others.push(await sessionOf(1 + Math.round((count * (PAGES.creators - 1)) / OTHERS)))

  const dayOf = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
  const range = { from: dayOf(PAGES.days - 1), to: dayOf(0) }

  async function measure<R extends Route>(name: string, route: R, input: InputOf<R>): Promise<void> {
    await measureOf(
      `${name}, the largest page`,
      route,
      input,
      Array.from({ length: CALLS }, () => largest),
    )
    await measureOf(`${name}, pages for the first time`, route, input, others)
  }

  async function measureOf<R extends Route>(
    name: string,
    route: R,
    input: InputOf<R>,
    callers: readonly TestSession[],
  ): Promise<void> {
    const times: number[] = []
    for (const as of callers) {
      const start = performance.now()
      const { status } = await app.call(route, input, { as })
      times.push(performance.now() - start)
      if (status !== 200) throw new Error(`${name} was answered with ${status}`)
    }
    const sorted = times.toSorted((a, b) => a - b)
    console.log(`${name}, median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} ms`)
    judgeAtMost(`${name}, p95`, sorted[Math.floor(sorted.length * 0.95)] ?? 0, MAX_MS, 'ms')
  }

  for (const interval of ['day', 'week', 'month'] as const)
    await measure(`the summary by ${interval}`, getInsights, { ...range, interval })
  await measure('the summary of 30 days', getInsights, { from: dayOf(29), to: dayOf(0), interval: 'day' })
  await measure('movements', getMovements, range)
  await measure('movements of one kind', getMovements, { ...range, kind: 'lost' })
  await measure('movements, none of the kind', getMovements, { ...range, kind: 'returned' })
  await measure('movements, far back', getMovements, { ...range, cursor: await deepMovement() })
  await measure('months by when members came', getCohorts, {})
  await measure('visitors and sources', getVisitors, range)
  await measure('posts', getPostInsights, {})
  await measure('the file', getInsightsFile, range)
  console.log(process.exitCode ? 'Some insights take too long.' : `Every insight takes at most ${MAX_MS} ms.`)
} finally {
  await app.close()
  await tool.close()
}

async function sessionOf(page: number): Promise<TestSession> {
  const { id } = await one(tool.db, sql<{ id: string }>`select ${sql.raw(ownerId(page))} as id`)
  return aSession(app.db, app.platform, id)
}

/** A movement of the largest page with half of all before it. */
async function deepMovement(): Promise<string> {
  const { id } = await one(
    tool.db,
    sql<{ id: string }>`select id from mrr_movements where creator_id = '01900000-0000-7000-8001-000000000001'
      order by day desc, id desc offset ${PAGES.members} limit 1`,
  )
  return id
}
