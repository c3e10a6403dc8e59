import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getMoneyChecks } from '#contract/console/money-routes.ts'
import { MONEY_CHECKS, type MoneyCheckName } from '#contract/console/money-checks.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'
import { fillBusyBooks } from '#server/testing/busy-books.ts'
import { UNGUARDED } from '#server/testing/corruptions.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { checkMoney } from './check-money.ts'
import { FAULTS } from './fault-testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({
    RAZORPAY_X_ACCOUNT: '2323230041626905',
    RAZORPAY_X_INR_PER_USD: '83.25',
    ALLOW_STAFF: 'without-second-factor',
  })
  await fillBusyBooks(app)
})
afterAll(() => app.close())

/** What was done is undone in the end. */
async function rolledBack(work: (db: Db) => Promise<void>): Promise<void> {
  const end = new Error('rolled back')
  await app.db
    .transaction()
    .execute(async (db) => {
      await work(db)
      throw end
    })
    .catch((error: unknown) => {
      if (error !== end) throw error
    })
}

/** The checks with something wrong, when all is looked at anew. */
async function wrongChecks(db: Db): Promise<MoneyCheckName[]> {
  await run(db, sql`delete from money_walks`)
  await checkMoney((work) => work(db), app.clock.now())
  const rows = await many(
    db,
    sql<{ name: MoneyCheckName }>`select distinct check_name as name from money_findings order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('busy books without a fault: every check is green', async () => {
  expect(await wrongChecks(app.db)).toEqual([])
})

test('large tables are walked through; what was wrong is looked at every time, until it is right', async () => {
  const [first] = await many(app.db, sql<{ id: string }>`select id from payments order by id limit 1`)
  const set = (by: number) =>
    sql`update payments set refunded_cents = refunded_cents + ${by} where id = ${first?.id}`
  const found = async (db: Db) => {
    await checkMoney((work) => work(db), app.clock.now(), { steps: { inTurn: 2, newest: 1 } })
    return (await many(db, sql`select from money_findings where check_name = 'refunds'`)).length
  }
  await rolledBack(async (db) => {
    await run(db, sql`delete from money_walks`)
    await run(db, sql`set local session_replication_role = replica`)
    // The walk has just passed it, and comes back once it was at the end.
    expect(await found(db)).toBe(0)
    await run(db, set(1))
    expect(await found(db)).toBe(0)
    const { rounds } = await one(
      db,
      sql<{ rounds: number }>`select ceil(count(*) / 2.0)::integer as rounds from payments`,
    )
    for (let round = 0; round < rounds; round += 1) await found(db)
    expect(await found(db)).toBe(1)
    await run(db, set(-1))
    expect(await found(db)).toBe(0)
  })
})

test('a run that has to end stops between two transactions, and the next one looks at the rest', async () => {
  const walked = async (db: Db) => (await many(db, sql`select from money_walks`)).length
  await rolledBack(async (db) => {
    await run(db, sql`delete from money_walks`)
    await checkMoney((work) => work(db), app.clock.now())
    const all = await walked(db)
    await run(db, sql`delete from money_walks`)
    let transactions = 0
    const counting = <T>(work: (db: Db) => Promise<T>) => {
      transactions += 1
      return work(db)
    }
    await checkMoney(counting, app.clock.now(), { isOver: () => transactions >= 5 })
    expect(transactions).toBe(5)
    expect(await walked(db)).toBeLessThan(all)
    await checkMoney((work) => work(db), app.clock.now())
    expect(await walked(db)).toBe(all)
  })
})

test('the staff who may see the money read that all is right, and what there is nothing of', async () => {
  const { session } = await aStaffMember(app, 'finance')
  const { checks } = (await app.call(getMoneyChecks, {}, { as: session })).body
  expect(checks.map(({ name }) => name)).toEqual([...MONEY_CHECKS])
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]))
  expect(states).toEqual({
    ...Object.fromEntries(MONEY_CHECKS.map((name) => [name, 'right'])),
    gifts: 'none',
    splits: 'none',
  })
})

describe('a fault turns its check red, and no other', () => {
  test.each(FAULTS)('%s', async (_, check, statement) => {
    await rolledBack(async (db) => {
      // As the owner of the database can do.
      for (const power of UNGUARDED) await run(db, sql.raw(power))
      await run(db, sql.raw(statement(app.clock.now())))
      expect(await wrongChecks(db)).toEqual([check])
    })
  })
})
