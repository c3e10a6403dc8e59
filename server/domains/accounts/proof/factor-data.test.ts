import { afterAll, beforeAll, expect, test } from 'vitest'

import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { changeEmail } from '#contract/accounts/email-routes.ts'
import { addApp, beginApp } from '#contract/accounts/factor-routes.ts'
import { login } from '#contract/accounts/routes.ts'
import { exportOwnData } from '#contract/takeout/routes.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { PASSWORD } from '../flow-testing.ts'
import { askForRemoval } from '../lost-factors/lost-factors.ts'
import { aSession, aUser } from '../testing.ts'
import { codeAt } from './factor-testing.ts'
import { refuseOtherHost } from './refuse-other-host.ts'

const DAY_MS = 86_400_000
const TABLES = ['second_factors', 'recovery_codes', 'proof_challenges', 'email_changes', 'factor_recoveries']

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('what protects an account can be taken along without its secrets, and goes with the account', async () => {
  const user = await aUser(app.db, { password: PASSWORD })
  const session = await aSession(app.db, app.platform, user.id)
  const { secret } = (await app.call(beginApp, {}, { as: session })).body
  const code = codeAt(secret, app.clock.now())
  const { recoveryCodes } = (await app.call(addApp, { code }, { as: session })).body
  await app.call(changeEmail, { email: 'elsewhere@example.net' }, { as: session })
  await app.call(login, { email: user.email, password: PASSWORD })
  const decision = { userId: user.id, reason: 'Rang us', by: 'dev', now: app.clock.now() }
  await transactionsOf(app.db)((db) => askForRemoval(db, decision))

  const { security } = (await app.call(exportOwnData, {}, { as: session })).body
  expect(security).toEqual({
    secondFactors: [{ kind: 'app', name: '', addedAt: expect.any(String), lastUsedAt: null }],
    recoveryCodesLeft: 10,
    addressChanges: [
      {
        from: user.email,
        to: 'elsewhere@example.net',
        askedAt: expect.any(String),
        changedAt: null,
        takenBackAt: null,
      },
    ],
    lostFactors: [{ reason: 'Rang us', askedAt: expect.any(String), dueAt: null, endedAt: null }],
  })
  expect(JSON.stringify(security)).not.toContain(secret)
  expect(JSON.stringify(security)).not.toContain(recoveryCodes?.[0])

  const countRows = async () =>
    Promise.all(
      TABLES.map(async (table) => {
        const rows = await many(app.db, sql`select from ${sql.table(table)} where user_id = ${user.id}`)
        return rows.length
      }),
    )
  expect((await countRows()).every((count) => count > 0)).toBe(true)
  // The second factor was asked for at the door, so the call itself asks for no password.
  expect((await app.call(requestDeletion, {}, { as: session })).status).toBe(200)
  await app.drain()
  await app.clock.advance(app.db, 15 * DAY_MS)
  await app.drain()
  expect(await countRows()).toEqual(TABLES.map(() => 0))
})

test('the server refuses to start under another host than the passkeys it knows, until it is told to', async () => {
  const user = await aUser(app.db)
  await many(
    app.db,
    sql`insert into second_factors (id, user_id, kind, label, created_at, confirmed_at, credential_id, public_key,
        counter, host)
      values (gen_random_uuid(), ${user.id}, 'passkey', 'Key', now(), now(), '\\x01', '\\x02', 0, 'localhost')`,
  )
  const startAt = (publicUrl: string, isOtherHostAllowed: boolean) => {
    const config = { ...app.platform.config, publicUrl, isOtherHostAllowed }
    return refuseOtherHost({ ...app.platform, config })
  }
  await startAt('http://localhost:9000', false)
  await startAt('https://cheers.example', true)
  await expect(startAt('https://cheers.example', false)).rejects.toThrow(/bound to another one \(localhost\)/)
})
