import { jobs, reactions } from '#server/app.ts'
import { one, sql } from '#server/platform/db/query.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'
import { registerReactions } from '#server/platform/jobs/events.ts'

import type { TestApp } from '../app-on-database.ts'

const isOfMoney = ({ name }: Job) => /^(?:inbox|payments|subscriptions)[.:]/.test(name)

/** The jobs of the webhook inbox, payments and subscriptions. */
export const moneyJobs: readonly Job[] = jobs.filter(isOfMoney)

/** Mails and payouts aren't part of these proofs, and would fill the queue: meanwhile only money jobs react. */
export async function whileOnlyMoneyReacts<Result>(work: () => Promise<Result>): Promise<Result> {
  registerReactions(reactions.filter(({ job }) => isOfMoney(job)))
  try {
    return await work()
  } finally {
    registerReactions(reactions)
  }
}

/** How many jobs wait, and how many of them failed at least once. */
export function countJobs(app: TestApp): Promise<{ waiting: number; failed: number }> {
  return one(
    app.db,
    sql<{
      waiting: number
      failed: number
    }>`select count(*) filter (where run_at < now() + interval '1 minute')
        as waiting, count(*) filter (where last_error is not null) as failed from jobs`,
  )
}
