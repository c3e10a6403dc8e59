import { run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { TestApp } from '#server/testing/test-app.ts'

import { countLedger } from './days/count-ledger.ts'
import { countEarlier, countRunOut } from './movements/movement-jobs.ts'
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

/** Counts memberships that were written without an event, as those from before counting began. */
export async function countEarlierMemberships(app: TestApp): Promise<void> {
  await run(app.db, sql`delete from memberships_counted`)
  await run(
    app.db,
    sql`insert into memberships_counted (after_id, until_id)
      select '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'`,
  )
  await enqueue(app.db, countEarlier, {})
  await app.drain()
}

/** What the worker does each hour. */
export async function countVisitDays(app: TestApp): Promise<void> {
  await app.platform.writeBehind.flush()
  await enqueue(app.db, countVisits, {})
  await app.drain()
}
