import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { many, run, sql } from './query.ts'
import { readingOf } from './reading.ts'
import { refuseInTransaction, transactionsOf } from './transaction.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('another server must not be called while a transaction is open, however deep inside', async () => {
  const inTransaction = transactionsOf(app.db)
  const asking = inTransaction(async () => {
    await sleep(1)
    refuseInTransaction('The provider')
  })
  await expect(asking).rejects.toThrow('The provider was asked while a transaction is open')
})

test('it may be called before and after one, and while others have theirs open', async () => {
  const inTransaction = transactionsOf(app.db)
  expect(() => refuseInTransaction('The provider')).not.toThrow()
  const open = inTransaction(() => sleep(20))
  expect(() => refuseInTransaction('The provider')).not.toThrow()
  await open
  expect(() => refuseInTransaction('The provider')).not.toThrow()
})

test('the provider, the mail server and the sign-in issuer refuse calls inside a transaction', async () => {
  const inTransaction = transactionsOf(app.db)
  const { razorpay, mailer, oidc } = app.platform
  const mail = { to: { name: 'A', address: 'a@example.org' }, subject: '', text: '', html: '' }
  for (const ask of [
    () => razorpay.getPayment('pay_1'),
    () => mailer.send(mail, 'id'),
    () => oidc.verifyIdToken('token', 'nonce'),
  ])
    await expect(inTransaction<unknown>(() => ask())).rejects.toThrow('while a transaction is open')
})

test('a call that only reads cannot write, whatever the statement begins with', async () => {
  const db = readingOf(app.db)
  expect(await many(db, sql<{ one: number }>`select 1 as one`)).toEqual([{ one: 1 }])
  for (const statement of [
    sql`insert into blocks (blocker_id, blocked_id, created_at) select id, id, now() from users where false`,
    sql`update users set name = name where false`,
    sql`update users u set name = u.name where false`,
    sql`delete from users where false`,
    sql`with gone as (delete from users where false returning id) select id from gone`,
  ])
    await expect(run(db, statement)).rejects.toThrow('A GET must not write')
})
