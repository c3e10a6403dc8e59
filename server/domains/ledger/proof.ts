import * as z from 'zod/mini'

import { newId } from '#server/platform/ids.ts'
import { defineJob, type Job } from '#server/platform/jobs/define-job.ts'

import { findClearingProblems } from './clearing-queries.ts'
import { findProblems, insertProof } from './proof-queries.ts'

/**
 * Proves the ledger every night: that it sums to zero, that every transaction is as it was sealed, that payments and
 * their charges agree, and that the ledger's money at the provider is what was not settled. Findings are stored and
 * logged; `npm run audit` asks the provider as well.
 */
export const proveLedger = defineJob(
  { name: 'ledger.prove', payload: z.object({}), cron: '20 3 * * *', maxAttempts: 3 },
  async (db, _, { platform, now }) => {
    const problems = [...(await findProblems(db)), ...(await findClearingProblems(db))]
    await insertProof(db, { id: newId(now), provedAt: now, problems })
    if (problems.length > 0) platform.log.error({ problems }, 'the ledger is inconsistent')
  },
)

export const ledgerJobs = [proveLedger] as Job[]
