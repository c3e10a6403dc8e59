import { many, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { TestApp } from '#server/testing/test-app.ts'

import { countLedger } from './days/count-ledger.ts'
import { followMembership } from './movements/follow.ts'
import { countRunOut } from './movements/movement-jobs.ts'
import { countOpenings } from './visits/opening-jobs.ts'
import { countVisits } from './visits/visit-jobs.ts'

/** What the worker does each minute. */
export async function countMinute(app: TestApp): Promise<void> {
  await app.platform.writeBehind.flush()
  await app.drain()
  await enqueue(app.db, countRunOut, {})
  await enqueue(app.db, countLedger, {})
  await enqueue(app.db, countOpenings, {})
  await app.drain()
}

/** Counts memberships that were written without an event. */
export async function countMemberships(app: TestApp): Promise<void> {
  const now = app.clock.now()
  const paid = await many(
    app.db,
    sql<{ id: string }>`select id from subscriptions where access_until is not null order by id`,
  )
  for (const { id } of paid) await followMembership(app.db, id, { at: now, now })
}

/** What the worker does each hour. */
export async function countVisitDays(app: TestApp): Promise<void> {
  await app.platform.writeBehind.flush()
  await enqueue(app.db, countVisits, {})
  await app.drain()
}
