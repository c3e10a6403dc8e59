import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'
import { doEachSecond } from '#server/platform/jobs/each-second.ts'
import { auditProblems } from '#server/testing/audited.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { countBalances, owedSql } from './balance-days-queries.ts'
import { findUnsealed, findVainWaiting } from './finding-queries.ts'
import { sealing } from './sealing.ts'
import { sealWaiting } from './sealing-queries.ts'
import { bookCharge } from './service.ts'

const SECOND_OF_JUNE = new Date('2026-06-02T00:00:00Z')

let app: TestApp
let creatorId: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  creatorId = (await aCreator(app.db, (await aUser(app.db)).id)).id
  await doEachSecond(app.platform, sealing)
})

function inTransaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return app.platform.database.db.transaction().execute(work)
}

function book(db: Db, paymentId: string, of = creatorId): Promise<boolean> {
  const amounts = { currency: 'USD', grossMinor: 999, feeMinor: 50, netMinor: 949 }
  return bookCharge(db, {
    paymentId,
    creatorId: of,
    ...amounts,
    occurredAt: new Date('2026-06-01T12:00:00Z'),
  })
}

async function chain(): Promise<string[]> {
  const links = await many(
    app.db,
    sql<{ reference: string }>`select t.reference from ledger_chain c
      join ledger_transactions t on t.id = c.transaction_id order by c.position`,
  )
  return links.map(({ reference }) => reference)
}

const breaks = () => many(app.db, sql`select problem from ledger_breaks()`)
/** What was owed when a day began. */
async function owedBefore(before: Date): Promise<number> {
  const owed = owedSql({ creatorId, currency: 'USD', before }, before)
  return (await one(app.db, sql<{ minor: number }>`select owed_minor as minor from (${owed}) days`)).minor
}

const owed = () => owedBefore(SECOND_OF_JUNE)

async function unsealed(reference: string) {
  const rows = await many(
    app.db,
    sql<{ id: string }>`select id from ledger_transactions where reference = ${reference}`,
  )
  return findUnsealed(
    app.db,
    rows.map(({ id }) => id),
  )
}

/** As if nobody had sealed for so long. */
const wait = (seconds: number) =>
  run(app.db, sql`update ledger_unsealed set since = since - make_interval(secs => ${seconds})`)

test('a booking is in nobody’s way: it commits while somebody seals, and is sealed after that', async () => {
  await inTransaction((db) => book(db, 'pay_before'))
  await inTransaction(async (sealer) => {
    await sealWaiting(sealer, 100)
    // Would wait for the sealer, were it sealed in its commit.
    await inTransaction((db) => book(db, 'pay_meanwhile'))
  })
  expect(await chain()).toContain('charge:pay_before')
  expect(await chain()).not.toContain('charge:pay_meanwhile')
  expect(await breaks()).toEqual([{ problem: 'is not sealed' }])
  await doEachSecond(app.platform, sealing)
  expect((await chain()).at(-1)).toBe('charge:pay_meanwhile')
  expect(await breaks()).toEqual([])
})

test('what was written first and commits last is sealed last, and leaves no gap', async () => {
  // Who follows a page's balance is told in the order of commits.
  const another = (await aCreator(app.db, (await aUser(app.db)).id)).id
  await inTransaction(async (slow) => {
    await book(slow, 'pay_slow', another)
    await inTransaction((db) => book(db, 'pay_quick'))
    await doEachSecond(app.platform, sealing)
  })
  await doEachSecond(app.platform, sealing)
  expect((await chain()).slice(-2)).toEqual(['charge:pay_quick', 'charge:pay_slow'])
  expect(await breaks()).toEqual([])
})

test('a sealer that dies has sealed nothing of its batch, and the next one seals it', async () => {
  await inTransaction((db) => book(db, 'pay_dying'))
  const length = (await chain()).length
  await expect(
    inTransaction(async (db) => {
      expect(await sealWaiting(db, 100)).toBe(1)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await chain()).toHaveLength(length)
  await doEachSecond(app.platform, sealing)
  expect(await chain()).toHaveLength(length + 1)
  expect(await breaks()).toEqual([])
})

test('of two nodes one seals, and the other has nothing to do', async () => {
  await inTransaction((db) => book(db, 'pay_two_nodes'))
  await inTransaction(async (first) => {
    expect(await sealWaiting(first, 100)).toBe(1)
    expect(await inTransaction((other) => sealWaiting(other, 100))).toBe(0)
  })
})

test('seals are given in batches, in the order of writing', async () => {
  for (const name of ['a', 'b', 'c']) await inTransaction((db) => book(db, `pay_batch_${name}`))
  expect(await inTransaction((db) => sealWaiting(db, 2))).toBe(2)
  expect(await inTransaction((db) => sealWaiting(db, 2))).toBe(1)
  expect((await chain()).slice(-3)).toEqual(['a', 'b', 'c'].map((name) => `charge:pay_batch_${name}`))
})

test('who does not say that it can wait is sealed in the commit, like the release before', async () => {
  await inTransaction(async (db) => {
    await book(db, 'pay_at_once')
    await run(db, sql`select set_config('cheers.in_batches', 'off', true)`)
  })
  expect((await chain()).at(-1)).toBe('charge:pay_at_once')
})

test('an unsealed booking is no fault for a minute, and one after it', async () => {
  const beganAt = Date.now()
  await inTransaction((db) => book(db, 'pay_late'))
  expect(await unsealed('charge:pay_late')).toEqual([])
  await wait(61)
  expect(await unsealed('charge:pay_late')).toMatchObject([{ subject: 'charge:pay_late' }])
  const said = (await auditProblems(app)).map(
    (problem) => / has waited (\d+) s for its seal$/.exec(problem)?.[1],
  )
  const waitedSeconds = said.filter((seconds) => seconds !== undefined).map(Number)
  expect(waitedSeconds).toEqual([expect.any(Number)])
  expect(waitedSeconds[0]).toBeGreaterThanOrEqual(61)
  // And what this test has taken itself.
  expect(waitedSeconds[0]).toBeLessThanOrEqual(61 + Math.ceil((Date.now() - beganAt) / 1000))
  await doEachSecond(app.platform, sealing)
  expect(await unsealed('charge:pay_late')).toEqual([])
})

test('a booking that no longer waits for its seal is found at once', async () => {
  await inTransaction((db) => book(db, 'pay_forgotten'))
  await run(app.db, sql`delete from ledger_unsealed`)
  expect(await unsealed('charge:pay_forgotten')).toMatchObject([{ subject: 'charge:pay_forgotten' }])
  expect(await auditProblems(app)).toContain('charge:pay_forgotten: not sealed, and not waiting for it')
  await run(
    app.db,
    sql`select ledger_seal(id) from ledger_transactions where reference = 'charge:pay_forgotten'`,
  )
})

test('a booking that is taken away before its seal is missed, and holds up nobody', async () => {
  await inTransaction((db) => book(db, 'pay_taken'))
  await inTransaction(async (db) => {
    await run(db, sql`set local session_replication_role = replica`)
    const { id } = await one(
      db,
      sql<{ id: string }>`delete from ledger_transactions where reference = 'charge:pay_taken' returning id`,
    )
    await run(db, sql`delete from ledger_entries where transaction_id = ${id}`)
  })
  await inTransaction((db) => book(db, 'pay_after_it'))
  await doEachSecond(app.platform, sealing)
  expect((await chain()).at(-1)).toBe('charge:pay_after_it')
  await wait(61)
  expect(await findVainWaiting(app.db)).toHaveLength(1)
  expect(await auditProblems(app)).toContainEqual(expect.stringMatching(/waits for a seal, and is gone/))
  await run(app.db, sql`delete from ledger_unsealed`)
})

test('a balance is the same before a booking is sealed, before it is counted, and after', async () => {
  await inTransaction((db) => book(db, 'pay_balance_first'))
  await doEachSecond(app.platform, sealing)
  await inTransaction((db) => book(db, 'pay_balance_second'))
  expect(await owed()).toBe(2 * 949)
  await inTransaction((db) => sealWaiting(db, 100))
  expect(await owed()).toBe(2 * 949)
  await inTransaction((db) => countBalances(db, 100))
  expect(await owed()).toBe(2 * 949)
  const before = new Date('2026-06-01T00:00:00Z')
  expect(await owedBefore(before)).toBe(0)
})
