import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { type Db, many, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { doEachSecond } from '#server/platform/jobs/each-second.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { sealing } from './sealing.ts'
import { bookCharge, listEntries } from './service.ts'

let app: TestApp
let creatorId: string

beforeAll(async () => {
  app = await startTestApp()
  creatorId = (await aCreator(app.db, (await aUser(app.db)).id)).id
})
afterAll(() => app.close())

function aCharge(paymentId: string) {
  return {
    paymentId,
    creatorId,
    currency: 'USD',
    grossMinor: 999,
    feeMinor: 50,
    netMinor: 949,
    occurredAt: new Date(),
  }
}

function inTransaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return app.platform.database.db.transaction().execute(work)
}

function addEntry(db: Db, transactionId: string, amountMinor: number) {
  return run(
    db,
    sql`insert into ledger_entries (transaction_id, account, currency, amount_minor)
      values (${transactionId}, 'platform_fees', 'USD', ${amountMinor})`,
  )
}

/** Of an id as we make them, which begins with it. */
function momentOf(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

function addTransaction(db: Db, id: string) {
  return run(
    db,
    sql`insert into ledger_transactions (id, reference, occurred_at) values (${id}, ${`test:${id}`}, ${momentOf(id)})`,
  )
}

describe('a charge', () => {
  test('is booked as money with the provider, owed to platform and creator', async () => {
    await expect(inTransaction((db) => bookCharge(db, aCharge('pay_first')))).resolves.toBe(true)
    expect(await listEntries(app.db, 'charge:pay_first')).toEqual([
      { account: 'provider_clearing', creatorId: null, currency: 'USD', amountMinor: 999 },
      { account: 'platform_fees', creatorId: null, currency: 'USD', amountMinor: -50 },
      { account: 'creator_balance', creatorId, currency: 'USD', amountMinor: -949 },
    ])
  })

  test('is booked once, however often and simultaneously it is reported', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, () => inTransaction((db) => bookCharge(db, aCharge('pay_often')))),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await listEntries(app.db, 'charge:pay_often')).toHaveLength(3)
  })

  test('whose parts do not sum to the whole is refused by the database', async () => {
    await expect(
      inTransaction((db) => bookCharge(db, { ...aCharge('pay_wrong'), netMinor: 950 })),
    ).rejects.toThrow(/does not balance/)
    expect(await listEntries(app.db, 'charge:pay_wrong')).toEqual([])
  })
})

describe('the database', () => {
  test.each([
    'update ledger_transactions set reference = reference',
    'update ledger_entries set amount_minor = amount_minor',
    'delete from ledger_transactions',
    'delete from ledger_entries',
    'truncate ledger_transactions, ledger_entries',
    'truncate ledger_entries',
  ])('refuses: %s', async (statement) => {
    await inTransaction((db) => bookCharge(db, aCharge('pay_kept')))
    await expect(run(app.db, sql.raw(statement))).rejects.toThrow(/append-only/)
    expect(await listEntries(app.db, 'charge:pay_kept')).toHaveLength(3)
  })

  test('refuses a transaction without entries', async () => {
    await expect(inTransaction((db) => addTransaction(db, newId(new Date())))).rejects.toThrow(
      /has no entries/,
    )
  })

  test('refuses a transaction that balances across currencies only', async () => {
    const id = newId(new Date())
    await expect(
      inTransaction(async (db) => {
        await addTransaction(db, id)
        await addEntry(db, id, 100)
        await run(
          db,
          sql`insert into ledger_entries (transaction_id, account, currency, amount_minor)
            values (${id}, 'platform_fees', 'INR', -100)`,
        )
      }),
    ).rejects.toThrow(/does not balance/)
  })

  test('refuses entries added to a past transaction, even balanced ones', async () => {
    const id = newId(new Date())
    await inTransaction(async (db) => {
      await addTransaction(db, id)
      await addEntry(db, id, 100)
      await addEntry(db, id, -100)
    })
    await expect(
      inTransaction(async (db) => {
        await addEntry(db, id, 5)
        await addEntry(db, id, -5)
      }),
    ).rejects.toThrow(/is closed/)
  })

  test('detects a transaction that is checked early and unbalanced after', async () => {
    const id = newId(new Date())
    await expect(
      inTransaction(async (db) => {
        await addTransaction(db, id)
        await addEntry(db, id, 100)
        await addEntry(db, id, -100)
        await run(db, sql`set constraints all immediate`)
        await addEntry(db, id, 7)
      }),
    ).rejects.toThrow(/does not balance/)
  })

  test('sums to zero in every currency after all of this', async () => {
    const sums = await many(
      app.db,
      sql<{ sum: number }>`select sum(amount_minor)::bigint as sum from ledger_entries group by currency`,
    )
    expect(sums.every(({ sum }) => sum === 0)).toBe(true)
    expect(sums.length).toBeGreaterThan(0)
  })
})

describe('the chain', () => {
  const breaks = () => many(app.db, sql`select * from ledger_breaks()`)

  test('seals every transaction once, in commit order, however many commit and seal at a time', async () => {
    await Promise.all([
      ...Array.from({ length: 12 }, (_, index) =>
        inTransaction((db) => bookCharge(db, aCharge(`pay_chain_${index}`))),
      ),
      ...Array.from({ length: 4 }, () => doEachSecond(app.platform, sealing)),
    ])
    await doEachSecond(app.platform, sealing)
    const seals = await many(
      app.db,
      sql<{ position: number }>`select position from ledger_chain order by position`,
    )
    const [transactions] = await many(
      app.db,
      sql<{ count: number }>`select count(*) as count from ledger_transactions`,
    )
    expect(seals.map(({ position }) => position)).toEqual(seals.map((_, index) => index + 1))
    expect(seals).toHaveLength(transactions?.count ?? 0)
    expect(await breaks()).toEqual([])
  })

  test.each(['update ledger_chain set hash = hash', 'delete from ledger_chain', 'truncate ledger_chain'])(
    'refuses: %s',
    async (statement) => {
      await expect(run(app.db, sql.raw(statement))).rejects.toThrow(/append-only/)
    },
  )

  test('refuses a balanced pair added after an early seal', async () => {
    const id = newId(new Date())
    await expect(
      inTransaction(async (db) => {
        await addTransaction(db, id)
        await addEntry(db, id, 100)
        await addEntry(db, id, -100)
        await run(db, sql`set constraints all immediate`)
        await run(db, sql`set constraints all deferred`)
        await addEntry(db, id, 7)
        await addEntry(db, id, -7)
      }),
    ).rejects.toThrow(/is sealed/)
  })
})
