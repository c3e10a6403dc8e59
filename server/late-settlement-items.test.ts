import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#scripts/audit.ts'
import { asViewer } from '#server/domains/accounts/testing.ts'
import { proveLedger } from '#server/domains/ledger/proof.ts'
import { reconcileSettlements } from '#server/domains/payments/settlements/settlements.ts'
import { openCheckout } from '#server/domains/subscriptions/checkout/start-checkout.ts'
import { syncWithProvider } from '#server/domains/subscriptions/provider-sync/sync.ts'
import { many, sql } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { openAuditClient, providerBooks } from './testing/audited.ts'
import { aPayablePage } from './testing/payable-page.ts'
import { steerSandbox } from './testing/sandbox.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/* A charge whose news is lost is settled, booked as a difference, and only then becomes known. */

const THREE_DAYS_MS = 3 * 86_400_000
const DOLLARS_IN_RUPEES = 83
/** Paise that the sandbox's account begins with: none of ours. */
const FIRST_FUNDS = 50_000_000

let app: TestApp
let client: pg.Client

beforeAll(async () => {
  app = await startTestApp()
  client = await openAuditClient(app)
})
afterAll(async () => {
  await client.end()
  await app.close()
})

async function run(job: 'settlements' | 'proof'): Promise<void> {
  await enqueue(app.db, job === 'proof' ? proveLedger : reconcileSettlements, {})
  await app.drain()
}

async function nightlyProblems() {
  await run('proof')
  const [proof] = await many(
    app.db,
    sql<{ problems: string[] }>`select problems from ledger_proofs order by proved_at desc limit 1`,
  )
  return proof?.problems
}

/** The accounts that settlements move, leaving out zeros. */
async function balances(): Promise<Record<string, number>> {
  const rows = await many(
    app.db,
    sql<{ name: string; minor: number }>`
      select account || ' ' || currency as name, sum(amount_minor)::bigint as minor from ledger_entries
      where account in ('provider_clearing', 'exchange', 'settlement_differences', 'bank')
      group by 1 having sum(amount_minor) <> 0 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, minor }) => [name, minor]))
}

const auditNow = async () => audit(client, await providerBooks(app))

test('a charge that becomes known after its settlement is taken out of the differences', async () => {
  const page = await aPayablePage(app)
  const sandbox = steerSandbox(app)
  const inTransaction: InTransaction = (work) => app.platform.database.db.transaction().execute(work)
  const { providerSubscriptionId } = await openCheckout(inTransaction, app.platform.razorpay, {
    viewer: asViewer({ id: page.member.id, name: 'Ravi Menon', email: 'ravi@example.com' }),
    planId: page.plan.id,
    interval: 'monthly',
    now: app.clock.now(),
  })
  await sandbox.post('/disturbances/lose', { on: true })
  await sandbox.pay(providerSubscriptionId)
  await sandbox.post('/settlements')
  await sandbox.post('/disturbances/lose', { on: false })

  await run('settlements')
  expect(await balances()).toEqual({})
  await app.clock.advance(app.db, THREE_DAYS_MS)
  await run('settlements')
  const { 'bank INR': paidIn = 0, ...others } = await balances()
  expect(paidIn).toBeGreaterThan(0)
  // The report tells the fee, which is no difference.
  expect(others).toEqual({ 'settlement_differences INR': -999 * DOLLARS_IN_RUPEES - FIRST_FUNDS })

  await syncWithProvider(inTransaction, app.platform, providerSubscriptionId, app.clock.now())
  expect(await nightlyProblems()).toEqual([])
  expect(await auditNow()).toEqual([])

  await run('settlements')
  await run('settlements')
  expect(await balances()).toEqual({
    'bank INR': paidIn,
    'exchange USD': 999,
    'exchange INR': -999 * DOLLARS_IN_RUPEES,
    'settlement_differences INR': -FIRST_FUNDS,
  })
  expect(await nightlyProblems()).toEqual([])
  expect(await auditNow()).toEqual([])
})

test.each([
  'update settlement_attributions set base_minor = base_minor + 1',
  'update settlement_attributions set charged_minor = charged_minor - 1',
  'delete from settlement_attributions',
])('the audit finds: %s', async (statement) => {
  await client.query('begin')
  try {
    await client.query('set local session_replication_role = replica')
    expect((await client.query(statement)).rowCount).toBeGreaterThan(0)
    expect(await auditNow()).not.toEqual([])
  } finally {
    await client.query('rollback')
  }
})

test('what was attributed stays', async () => {
  await expect(client.query('delete from settlement_attributions')).rejects.toThrow('is refused')
})
