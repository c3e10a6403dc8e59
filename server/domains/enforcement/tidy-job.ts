import * as z from 'zod/mini'

import { defineJob, enqueue } from '#server/platform/jobs/define-job.ts'

import { deleteLines } from './case-queries.ts'

const AT_ONCE = 500

/** What was kept with a case goes once nobody can appeal any more. */
export const forgetLines = defineJob(
  { name: 'enforcement.forget-lines', payload: z.object({}), cron: '50 4 * * *' },
  async (db, _, { now }) => {
    if ((await deleteLines(db, now, AT_ONCE)) >= AT_ONCE) await enqueue(db, forgetLines, {})
  },
)
