import { afterAll, beforeAll, expect, test } from 'vitest'

import { getTransparency } from '#contract/enforcement/transparency-routes.ts'
import type { ReportReason } from '#contract/enforcement/rules.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { insertReport } from '../report-queries.ts'
import { aCase, aDecision } from '../testing.ts'
import { halfOf, reportTransparency } from './transparency.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The half year before the present one. */
const last = () => halfOf(new Date(halfOf(app.clock.now()).from.getTime() - 1))

async function aReport(reason: ReportReason, now: Date): Promise<void> {
  const { id: concernedId } = await aUser(app.db)
  const { id: reporterId } = await aUser(app.db)
  const { id: caseId } = await aCase(app.db, { concernedId, reason, now })
  await insertReport(app.db, {
    id: caseId,
    caseId,
    reporterId,
    targetKind: 'person',
    targetId: concernedId,
    reason,
    text: '',
    isCounted: true,
    now,
  })
}

const make = async () => {
  await enqueue(app.db, reportTransparency, {})
  await app.drain()
}
const shown = async () => (await app.call(getTransparency, {})).body

test('a half year is counted once it is over, from its first to its last millisecond', async () => {
  await make()
  expect(await shown()).toEqual([])
  const { from, before } = last()
  for (let count = 0; count < 5; count += 1) await aReport('spam', from)
  for (let count = 0; count < 4; count += 1) await aReport('hate', new Date(before.getTime() - 1))
  for (let count = 0; count < 5; count += 1) await aReport('rights', before)
  for (let count = 0; count < 6; count += 1)
    await aDecision(app.db, { concernedId: (await aUser(app.db)).id, now: from })
  await make()
  const [report, ...others] = await shown()
  expect(others).toEqual([])
  expect(report).toMatchObject({
    from: from.toISOString().slice(0, 10),
    until: new Date(before.getTime() - 1).toISOString().slice(0, 10),
  })
  const cellsOf = (part: string) =>
    Object.fromEntries(
      report?.parts.find((each) => each.part === part)?.cells.map(({ key, count }) => [key, count]) ?? [],
    )
  // Fewer than five are not told, none is.
  expect(cellsOf('reports')).toMatchObject({ spam: 5, hate: null, rights: 0 })
  expect(cellsOf('decisions')).toMatchObject({ hide: 6, remove: 0 })
  expect(cellsOf('grounds')).toEqual({ law: 0, terms: 6 })

  // What is learned later doesn't change what was published.
  await run(app.db, sql`delete from reports where reason = 'spam'`)
  await make()
  expect(await shown()).toEqual([report])
})
