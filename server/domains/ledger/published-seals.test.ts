import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { SEAL_FILE, publishSeal } from './published-seals.ts'
import { bookCharge } from './service.ts'

const OPERATOR = 'books@cheers.example'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ OPERATOR_EMAIL: OPERATOR })
})
afterAll(() => app.close())

async function bookSomething(paymentId: string): Promise<void> {
  const creatorId = (await aCreator(app.db, (await aUser(app.db)).id)).id
  const charge = { paymentId, creatorId, currency: 'USD', grossMinor: 1000, feeMinor: 100, netMinor: 900 }
  await app.platform.database.db
    .transaction()
    .execute((db) => bookCharge(db, { ...charge, occurredAt: app.clock.now() }))
  // Until it is sealed.
  await app.drain()
}

async function tell(): Promise<void> {
  await enqueue(app.db, publishSeal, {})
  await app.drain()
}

const newest = () =>
  one(
    app.db,
    sql<{ position: number; hash: string }>`select position, encode(hash, 'hex') as hash from ledger_chain
      order by position desc limit 1`,
  )

test('the newest seal of each day leaves the database: by mail, in a file, in a metric, once each', async () => {
  await tell()
  expect(await app.mails(OPERATOR)).toEqual([])
  await bookSomething('pay_told_first')
  const first = await newest()
  await tell()
  await bookSomething('pay_told_later')
  // The same day again reports the same seal, however many were added since.
  await tell()
  const day = app.clock.now().toISOString().slice(0, 10)
  const file = path.join(app.platform.config.dataDir, SEAL_FILE)
  expect(fs.readFileSync(file, 'utf8')).toBe(`${day} ${first.position} ${first.hash}\n`)
  const [mail] = await app.mails(OPERATOR)
  expect(mail?.subject).toMatch(/^Ledger seal of /)
  expect(mail?.text).toContain(first.hash)
  expect(await productMetrics.metrics()).toContain(
    `ledger_published_seal_position{day="${day}",hash="${first.hash}"} ${first.position}`,
  )

  await app.clock.advance(app.db, 86_400_000)
  await tell()
  const second = await newest()
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${second.position} ${second.hash}`)
  expect((fs.statSync(file).mode & 0o077).toString(8)).toBe('0')
})

test("the mail is in the language of the account with the operator's address", async () => {
  const { id } = await aUser(app.db, { email: OPERATOR })
  await run(app.db, sql`update users set language = 'pseudo' where id = ${id}`)
  await app.clock.advance(app.db, 86_400_000)
  await tell()
  const mails = await app.mails(OPERATOR)
  const told = mails.filter(({ subject }) => /⟦Ļéðĝéŕ šéáļ óƒ \d{1,2} \p{L}+ \d{4}/u.test(subject))
  expect(told).toHaveLength(1)
  expect(told[0]?.text).not.toContain('Hello')
  expect(told[0]?.text).toContain((await newest()).hash)
})
