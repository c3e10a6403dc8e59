import { afterAll, beforeAll, expect, test } from 'vitest'

import { decrypt } from '#server/platform/encryption.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { emailContext, type Keys } from './email-context.ts'
import { file } from './grievances.ts'
import { rotateGrievanceKeys } from './key-rotation.ts'

const before: Keys = { secretKey: 'the key before, for tests only, 32+', previousSecretKey: null }
const during: Keys = {
  secretKey: 'the key after it, for tests only, 32+',
  previousSecretKey: before.secretKey,
}
const afterwards: Keys = { ...during, previousSecretKey: null }
const other: Keys = { secretKey: 'a key that nobody knows here, 32++', previousSecretKey: null }

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const inTransaction: InTransaction = (work) => app.db.transaction().execute(work)

async function aGrievanceUnder(keys: Keys): Promise<string> {
  const given = { kind: 'other', name: 'Meera', email: 'meera@example.org', text: 'Hello', url: '' } as const
  const { number } = await inTransaction((db) => file(db, { ...given, userId: null }, keys, app.clock.now()))
  return (await one(app.db, sql<{ id: string }>`select id from grievances where number = ${number}`)).id
}

async function readWith(keys: Keys, id: string): Promise<string> {
  const { email } = await one(
    app.db,
    sql<{ email: Buffer }>`select encrypted_email as email from grievances where id = ${id}`,
  )
  return decrypt(email, emailContext(keys, id))
}

test('after a night the previous key is no longer needed for addresses of grievances', async () => {
  const id = await aGrievanceUnder(before)
  expect(await readWith(during, id)).toBe('meera@example.org')
  await expect(readWith(afterwards, id)).rejects.toThrow()
  expect(await rotateGrievanceKeys(inTransaction, during)).toEqual({ rotated: 1, unreadable: [] })
  expect(await readWith(afterwards, id)).toBe('meera@example.org')
  expect(await rotateGrievanceKeys(inTransaction, during)).toEqual({ rotated: 0, unreadable: [] })
})

test('what no key opens is named and left alone, and what was emptied has nothing to open', async () => {
  const [id, emptied] = [await aGrievanceUnder(other), await aGrievanceUnder(before)]
  await run(app.db, sql`update grievances set encrypted_email = '' where id = ${emptied}`)
  expect(await rotateGrievanceKeys(inTransaction, during)).toEqual({ rotated: 0, unreadable: [id] })
  expect(await readWith(other, id)).toBe('meera@example.org')
})
