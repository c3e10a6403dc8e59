import * as z from 'zod/mini'

import { APPEAL_DAYS, daysAfter } from '#contract/enforcement/deadlines.ts'
import { defineJob, enqueue } from '#server/platform/jobs/define-job.ts'

import { deleteLines } from './case-queries.ts'
import { emptyAnswered } from './grievances/grievance-queries.ts'

const AT_ONCE = 500

/** What was kept with a case goes once nobody can appeal any more, and the words of grievances as long after their answer. */
export const forgetLines = defineJob(
  { name: 'enforcement.forget-lines', payload: z.object({}), cron: '50 4 * * *' },
  async (db, _, { now }) => {
    const lines = await deleteLines(db, now, AT_ONCE)
    const before = daysAfter(now, -APPEAL_DAYS)
    const grievances = await emptyAnswered(db, { before, limit: AT_ONCE, now })
    if (lines >= AT_ONCE || grievances >= AT_ONCE) await enqueue(db, forgetLines, {})
  },
)
