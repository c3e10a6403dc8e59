import { setTimeout as sleep } from 'node:timers/promises'

import * as contract from '#contract/subscriptions/routes.ts'
import { syncSubscription } from '#server/domains/subscriptions/jobs.ts'
import { many, one, sql } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { startJobs } from '#server/platform/jobs/runner.ts'

import type { TestApp } from '../app-on-database.ts'
import { steerSandbox } from '../sandbox.ts'
import { aJoiner, aPageToJoin, join } from './joins.ts'
import { countJobs, moneyJobs, whileOnlyMoneyReacts } from './money-jobs.ts'
import { chanceOf, type Finding, inParallel, noneOf, type ProofSize } from './proof.ts'

const WIDTH = 8
const REPEATED_SHARE = 0.2
const DRAIN_TIMEOUT_MS = 30 * 60_000

/**
 * Each payment is reported at the same moment by the browser, by webhooks (some of them twice) and by the reconciler,
 * eight payments at a time, while a worker applies the reports. Each is posted once.
 */
export function proveThreePaths(app: TestApp, { seed, count }: ProofSize): Promise<Finding[]> {
  return whileOnlyMoneyReacts(async () => {
    const sandbox = steerSandbox(app)
    const chance = chanceOf(seed)
    const { plan } = await aPageToJoin(app)
    await sandbox.post('/knobs', { seed, duplicateProbability: REPEATED_SHARE, concurrency: WIDTH })
    const inTransaction: InTransaction = (work) => app.db.transaction().execute(work)
    const errors: unknown[] = []
    const before = await countDeadlocks(app)
    const worker = await startJobs(app.platform, moneyJobs)
    try {
      await inParallel(count, WIDTH, async () => {
        const { session } = await aJoiner(app)
        const { body } = await join(app, session, plan)
        const { subscriptionId } = body
        // From here on the sandbox delivers its webhooks.
        const paid = await sandbox.pay(subscriptionId)
        const confirm = async () => {
          const answer = await app.call(contract.confirmPayment, { subscriptionId, ...paid }, { as: session })
          if (answer.body.status !== 'active') errors.push({ confirmed: answer.status, body: answer.body })
        }
        const ask = () =>
          syncSubscription.run(
            inTransaction,
            { providerSubscriptionId: subscriptionId },
            { platform: app.platform, now: app.clock.now(), signal: AbortSignal.timeout(60_000) },
          )
        const told = await Promise.allSettled(chance.shuffled([confirm, ask, ask]).map((tell) => tell()))
        for (const answer of told)
          if (answer.status === 'rejected') errors.push({ reason: String(answer.reason) })
      })
      await sandbox.post('/drain')
      await untilIdle(app)
    } finally {
      await worker.stop()
    }
    const { failed } = await countJobs(app)
    const { payments, charges, unequal } = await readBooks(app)
    const deadlocks = (await countDeadlocks(app)) - before
    return [
      noneOf('every path answers, and no error of the database reaches anybody', errors, `${count} payments`),
      {
        promise: 'no job failed, and no deadlock',
        holds: failed === 0 && deadlocks === 0,
        seen: `${failed} failed, ${deadlocks} deadlocks`,
      },
      {
        promise: 'each payment is posted once',
        holds: payments === count && charges === count,
        seen: `${payments} payments, ${charges} charges in the ledger, of ${count}`,
      },
      noneOf('each membership is active with one paid period', unequal, `${count}`),
    ]
  })
}

async function untilIdle(app: TestApp): Promise<void> {
  const giveUpAt = Date.now() + DRAIN_TIMEOUT_MS
  while (Date.now() < giveUpAt) {
    if ((await countJobs(app)).waiting === 0) return
    await sleep(200)
  }
  throw new Error('The queue did not get empty')
}

/** The database reports it about a second late. */
async function countDeadlocks(app: TestApp): Promise<number> {
  await sleep(1500)
  const { deadlocks } = await one(
    app.db,
    sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`,
  )
  return deadlocks
}

async function readBooks(app: TestApp): Promise<{ payments: number; charges: number; unequal: unknown[] }> {
  const books = await one(
    app.db,
    sql<{
      payments: number
      charges: number
    }>`select (select count(distinct provider_payment_id) from payments)
        as payments, (select count(*) from ledger_transactions where reference like 'charge:%') as charges`,
  )
  const unequal = await many(
    app.db,
    sql<object>`select s.id, s.status, s.paid_count, count(p.id) as payments
      from subscriptions s left join payments p on p.subscription_id = s.id
      group by s.id having s.status <> 'active' or s.paid_count <> 1 or count(p.id) <> 1`,
  )
  return { ...books, unequal }
}
