import { afterAll, beforeAll, expect, test } from 'vitest'

import { requestPayout, savePayoutDetails } from '#contract/payouts/routes.ts'
import { aSession, aUser, reinstate, suspend } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { exportBankFile } from './bank-file.ts'
import { endDetailsHold, INDIAN_BANK } from './testing.ts'

const PASSWORD = 'quiet-otter-42-lamps'
const EIGHT_DAYS_MS = 8 * 86_400_000

let app: TestApp
let ownerId: string
let creatorId: string

beforeAll(async () => {
  app = await startTestApp()
  const owner = await aUser(app.db, { name: 'Asha Rao', password: PASSWORD })
  const creator = await aCreator(app.db, owner.id)
  const plan = await aPlan(app.db, creator.id)
  const member = await aUser(app.db)
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  const capturedAt = new Date(app.clock.now().getTime() - EIGHT_DAYS_MS)
  await aPayment(app.db, { subscriptionId, memberId: member.id, plan, amountCents: 10_000, capturedAt })
  ownerId = owner.id
  creatorId = creator.id
  const as = await aSession(app.db, app.platform, owner.id)
  await app.call(savePayoutDetails, { ...INDIAN_BANK, currentPassword: PASSWORD }, { as })
  // New details are held for some days, so the request waits.
  expect((await app.call(requestPayout, {}, { as })).status).toBe(200)
})
afterAll(() => app.close())

async function status(): Promise<string> {
  const row = await one(
    app.db,
    sql<{ status: string }>`select status from payouts where creator_id = ${creatorId}`,
  )
  return row.status
}

async function file(): Promise<string> {
  const now = app.clock.now()
  return (await app.db.transaction().execute((db) => exportBankFile(db, app.platform, now))).csv
}

test('a requested payout is not approved while its creator is suspended, but is afterwards', async () => {
  await suspend(app.db, app.platform, ownerId)
  await endDetailsHold(app.db, creatorId, app.clock.now())
  await run(app.db, sql`insert into jobs (name) values ('payouts.approve-waiting')`)
  await app.drain()
  expect(await status()).toBe('requested')
  await reinstate(app.db, app.platform, ownerId)
  await app.drain()
  expect(await status()).toBe('approved')
})

test('an approved payout is in no file for the bank while its creator is suspended, but is afterwards', async () => {
  await suspend(app.db, app.platform, ownerId)
  expect(await file()).not.toContain('Asha Rao')
  expect(await status()).toBe('approved')
  await reinstate(app.db, app.platform, ownerId)
  expect(await file()).toContain('Asha Rao')
  expect(await status()).toBe('sent')
})
