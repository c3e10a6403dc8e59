import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { requestRefund } from '#contract/payments/refund-routes.ts'
import { suspendPerson } from '#contract/staff/routes.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { grantServerRole } from '#server/platform/db/server-role.ts'
import { newId } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'

import { auditProblems } from './testing/audited.ts'
import { aPayablePage } from './testing/payable-page.ts'
import { payOut } from './testing/payout-stories.ts'
import { steerSandbox } from './testing/sandbox.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/* The server as a role that owns nothing, on a database that its owner migrated. */

const log = createLog({ isProduction: false, level: 'fatal' })
const role = `cheers_server_${randomBytes(4).toString('hex')}`
const password = randomBytes(16).toString('hex')

let app: TestApp
let owner: pg.ClientConfig

async function asOwner(statement: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  await statement(client)
  await client.end()
}

beforeAll(async () => {
  app = await startTestApp(
    {
      RAZORPAY_X_ACCOUNT: '2323230041626905',
      RAZORPAY_X_INR_PER_USD: '83.25',
      ALLOW_STAFF: 'without-second-factor',
    },
    async (connection) => {
      owner = connection
      await asOwner((client) => client.query(`create role ${role} login password '${password}'`))
      const database = openDatabase({ ...connection, max: 1 }, log)
      await database.db.transaction().execute((db) => grantServerRole(db, role))
      // Again after every migration.
      await database.db.transaction().execute((db) => grantServerRole(db, role))
      await database.close()
      if (connection.connectionString === undefined) return { ...connection, user: role, password }
      const url = new URL(connection.connectionString)
      Object.assign(url, { username: role, password })
      return { connectionString: url.href }
    },
  )
})
afterAll(async () => {
  await asOwner((client) => client.query(`drop owned by ${role}; drop role ${role}`))
  await app.close()
})

test('the server starts, and finds nothing to migrate', async () => {
  const { who } = await one(app.db, sql<{ who: string }>`select current_user as who`)
  expect(who).toBe(role)
  expect(await migrate(app.db)).toEqual([])
})

test('members join and are refunded, creators are paid out, and the books are proved', async () => {
  const sandbox = steerSandbox(app)
  const page = await aPayablePage(app)
  const { id: paymentId } = await page.join()
  const asked = await app.call(requestRefund, { paymentId, reason: 'Not for me' }, { as: page.members })
  expect(asked.status).toBe(200)
  await app.drain()
  await sandbox.deliver()
  await payOut(app, ['processed', 'reversed', 'bank_file'])
  const { payments } = await one(
    app.db,
    sql<{ payments: number }>`select count(*)::integer as payments from payments`,
  )
  expect(payments).toBe(4)
  expect(await auditProblems(app)).toEqual([])
})

test('people are granted roles, and what they decide is sealed', async () => {
  const { session } = await aStaffMember(app, 'moderator')
  const { id: userId } = await aUser(app.db)
  const answer = await app.call(suspendPerson, { userId, reason: 'Spam' }, { as: session })
  expect(answer.body).toEqual({ changed: true })
  expect(await auditProblems(app)).toEqual([])
})

describe('refused by missing rights, before any trigger runs', () => {
  const TABLES = ['ledger_transactions', 'ledger_entries', 'ledger_chain', 'receipts'] as const
  const column = {
    ledger_transactions: 'reference',
    ledger_entries: 'currency',
    ledger_chain: 'hash',
    receipts: 'year',
  }

  test.each([
    ...TABLES.flatMap((table) => [
      `update ${table} set ${column[table]} = ${column[table]}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} owner to current_user`,
      `drop table ${table} cascade`,
      `create trigger mine before insert on ${table} for each row execute function ledger_seal_new()`,
    ]),
    'update payments set amount_cents = amount_cents + 1',
    'update payments set fee_cents = 0, net_cents = amount_cents',
    'update payments set creator_id = creator_id',
    "update payments set captured_at = captured_at - interval '8 days'",
    'update payments set created_at = created_at',
    "update payments set interval = 'yearly'",
    "update payments set kind = 'proration'",
    'update payments set carried_cents = carried_cents + 1',
    "update payments set period_from = period_from - interval '1 day'",
    "update payments set period_until = period_until + interval '1 day'",
    'update payments set plan_version_id = plan_version_id',
    'update payments set plan_id = plan_id',
    'delete from payments',
    'truncate payments cascade',
    'delete from overpayments',
    'update overpayments set payment_id = payment_id',
    "update refunds set requested_at = requested_at - interval '1 day'",
    "update refunds set origin = 'rule'",
    'update disputes set opened_at = opened_at',
    'update disputes set told_amount_minor = told_amount_minor + 1',
    'update dispute_losses set amount_cents = amount_cents - 1',
    'update dispute_losses set lost_at = lost_at',
    'update settlements set amount_minor = amount_minor + 1',
    'update settlements set settled_at = settled_at',
    'delete from settlements',
    'update settlement_items set tax_minor = tax_minor + 1',
    'delete from settlement_items',
    'update settlement_attributions set base_minor = base_minor + 1',
    'update payouts set requested_at = requested_at',
    'update closed_balances set booked_at = booked_at',
    'update platform_plans set fee_basis_points = 0',
    'delete from platform_plans',
    'update creators set user_id = user_id',
    'update creators set platform_plan_id = platform_plan_id',
    'update plan_versions set price_cents = price_cents + 1',
    'delete from plan_versions',
    "update provider_plans set provider_plan_id = 'plan_another'",
    'delete from provider_plans',
    'update plan_price_notices set ends_at = ends_at',
    'delete from plan_price_notices',
    'update subscriptions set creator_id = creator_id',
    'update subscriptions set member_id = member_id',
    'update subscriptions set currency = currency',
    'update subscription_changes set charged_now_cents = 0',
    'update subscription_changes set carried_cents = 0',
    'update subscription_changes set quoted_at = quoted_at',
    'delete from subscription_changes',
    'update page_closings set closed_at = closed_at',
    'delete from page_closings',
    'delete from returned_memberships',
    'update unused_time_returns set returned_at = returned_at',
    'delete from unused_time_returns',
    'update refunds set payment_id = payment_id',
    'delete from refunds',
    'update disputes set payment_id = payment_id',
    'delete from disputes',
    'update payouts set amount_cents = amount_cents + 1',
    'update payouts set currency = currency',
    'delete from payouts',
    'update closed_balances set amount_cents = amount_cents + 1',
    'insert into receipt_counters values (2020, 1)',
    'update receipt_counters set last_number = last_number + 1',
    'delete from receipt_counters',
    'insert into receipts values (gen_random_uuid(), 2020, 1, now())',
    "insert into ledger_chain values (1000000, gen_random_uuid(), 1, '', '')",
    'update audit_log set reason = reason',
    'delete from audit_log',
    'truncate audit_log',
    'alter table audit_log disable trigger all',
    'update staff set role = role',
    'delete from staff',
    'update published_seals set hash = hash',
    'delete from published_seals',
    'alter table payments disable trigger all',
    'drop function money_keep_columns() cascade',
    'set session_replication_role = replica',
    'create or replace function ledger_refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'drop function ledger_refuse_change() cascade',
    'create table mine (id integer)',
    'insert into migrations values (1, 1)',
    'delete from migrations',
  ])('%s', async (statement) => {
    await expect(run(app.db, sql.raw(statement))).rejects.toMatchObject({ code: '42501' })
  })
})

describe('refused by a trigger, where it has the right to write something else', () => {
  test.each([
    // Already decided: the amount of a refund is fixed.
    "update refunds set amount_cents = amount_cents - 1 where status <> 'requested'",
    "update refunds set fee_cents = fee_cents + 1, net_cents = net_cents - 1 where status <> 'requested'",
    "update refunds set provider_refund_id = 'rfnd_other' where provider_refund_id is not null",
    'update payments set provider_fee_minor = provider_fee_minor - 1 where provider_fee_minor is not null',
    'update payouts set rail_amount_minor = rail_amount_minor + 1 where rail_amount_minor is not null',
    "update payouts set sent_at = sent_at - interval '1 day' where sent_at is not null",
    "update refunds set decided_at = decided_at - interval '1 day' where decided_at is not null",
  ])('%s', async (statement) => {
    await expect(run(app.db, sql.raw(statement))).rejects.toMatchObject({ code: '23001' })
  })

  test('the refunded amount of a payment equals the sum of its refunds, at every commit', async () => {
    for (const statement of [
      'update payments set refunded_cents = refunded_cents - 1 where refunded_cents > 0',
      "update refunds set status = 'failed' where status = 'processed'",
    ])
      await expect(run(app.db, sql.raw(statement))).rejects.toThrow(/other refunds than were set aside/)
  })
})

test('entries it may add have to balance', async () => {
  const now = new Date()
  await expect(
    app.db.transaction().execute(async (db) => {
      const { id } = await one(
        db,
        sql<{ id: string }>`insert into ledger_transactions (id, reference, occurred_at)
          values (${newId(now)}, 'test:unbalanced', ${now}) returning id`,
      )
      await run(
        db,
        sql`insert into ledger_entries (transaction_id, account, currency, amount_minor)
          values (${id}, 'bank', 'USD', 5)`,
      )
    }),
  ).rejects.toMatchObject({ code: '23514' })
})
