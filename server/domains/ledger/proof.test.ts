import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { type Db, one, run, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { UNGUARDED } from '#server/testing/corruptions.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { book, entry } from './book.ts'
import { proveLedger } from './proof.ts'

const DAY_MS = 86_400_000

let app: TestApp
let count = 0

beforeAll(async () => {
  app = await startTestApp()
  await aCreator(app.db, (await aUser(app.db)).id)
})
afterAll(() => app.close())

async function bookSomething(): Promise<void> {
  count += 1
  await app.db.transaction().execute((db) =>
    book(db, {
      reference: `test:${count}`,
      occurredAt: app.clock.now(),
      entries: [entry('bank', 'USD', 100), entry('platform_fees', 'USD', -100)],
    }),
  )
  await app.drain()
}

/** As the database's owner can do. */
async function alter(statement: string): Promise<void> {
  await app.db.transaction().execute(async (db: Db) => {
    for (const power of UNGUARDED) await run(db, sql.raw(power))
    expect(await run(db, sql.raw(statement))).toBeGreaterThan(0)
  })
}

/** What the proof of the next night finds. */
async function nextNight(): Promise<string[]> {
  await app.clock.advance(app.db, DAY_MS)
  await enqueue(app.db, proveLedger, {})
  await app.drain()
  const proof = await one(
    app.db,
    sql<{ problems: string[] }>`select problems from ledger_proofs order by proved_at desc limit 1`,
  )
  return proof.problems
}

const provedUntil = async () =>
  (await one(app.db, sql<{ position: number }>`select position from ledger_proved`)).position

test('each night goes on from where the night before came to', async () => {
  await bookSomething()
  expect(await nextNight()).toEqual([])
  const first = await provedUntil()
  await bookSomething()
  await bookSomething()
  expect(await nextNight()).toEqual([])
  expect(await provedUntil()).toBe(first + 2)
})

test('a new booking that was altered is found in the next night', async () => {
  await bookSomething()
  await alter(`update ledger_transactions set occurred_at = occurred_at + interval '1 second'
    where reference = 'test:${count}'`)
  expect(await nextNight()).toEqual([`test:${count} does not match its seal`])
})

test('an old one is found when all is proved anew, once a week', async () => {
  await alter(`update ledger_entries set amount_minor = amount_minor + 1 where account = 'bank'
    and transaction_id = (select id from ledger_transactions where reference = 'test:1')`)
  let problems: string[] = []
  for (let night = 1; night <= 7 && problems.length === 0; night += 1) problems = await nextNight()
  expect(problems).toContain('test:1 does not balance in USD: 1')
  await alter(`update ledger_entries set amount_minor = amount_minor - 1 where account = 'bank'
    and transaction_id = (select id from ledger_transactions where reference = 'test:1')`)
  for (let night = 1; night <= 7; night += 1) problems = await nextNight()
  expect(problems).not.toContain('test:1 does not balance in USD: 1')
})

test('a total that was altered is found in the next night', async () => {
  await alter(`update balance_totals set amount_minor = amount_minor + case account when 'bank' then 1 else -1 end
    where currency = 'USD'`)
  expect(await nextNight()).toEqual([
    'bank USD: its total differs by 1',
    'platform_fees USD: its total differs by -1',
  ])
  await alter(`update balance_totals set amount_minor = amount_minor - case account when 'bank' then 1 else -1 end
    where currency = 'USD'`)
})

test('a chain that ends earlier than what was proved is proved anew', async () => {
  await bookSomething()
  expect(await nextNight()).toEqual([])
  const proved = await provedUntil()
  await alter(`delete from ledger_chain where position = ${proved}`)
  expect(await nextNight()).toContain(`the chain was written anew before ${proved}`)
})
