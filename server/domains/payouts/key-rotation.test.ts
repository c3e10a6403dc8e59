import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { findDetails } from './details-queries.ts'
import { changeDetails, openDetails, type EncryptionKeys } from './details.ts'
import { rotateKeys } from './key-rotation.ts'
import { requestPayout } from './payouts.ts'
import { endDetailsHold, INDIAN_BANK } from './testing.ts'

const before: EncryptionKeys = {
  secretKey: 'the key before, for tests only, 32+',
  config: { previousSecretKey: null },
}
const during: EncryptionKeys = {
  secretKey: 'the key after it, for tests only, 32+',
  config: { previousSecretKey: before.secretKey },
}
const afterwards: EncryptionKeys = { ...during, config: { previousSecretKey: null } }

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const inTransaction: InTransaction = (work) => app.db.transaction().execute(work)

/** A creator with details, and a payout that has a copy of them, encrypted with the previous key. */
async function aCreatorWithDetails(): Promise<string> {
  const now = app.clock.now()
  const creator = await aCreator(app.db, (await aUser(app.db)).id)
  const plan = await aPlan(app.db, creator.id)
  const member = await aUser(app.db)
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  const capturedAt = new Date(now.getTime() - 9 * 86_400_000)
  await aPayment(app.db, { subscriptionId, memberId: member.id, plan, amountCents: 10_000, capturedAt })
  await inTransaction((db) => changeDetails(db, before, { creatorId: creator.id, form: INDIAN_BANK, now }))
  await inTransaction((db) => requestPayout(db, creator.id, now))
  return creator.id
}

async function allEncrypted(creatorId: string): Promise<Buffer[]> {
  const rows = await many(
    app.db,
    sql<{
      encrypted: Buffer
    }>`select encrypted_details as encrypted from payout_details where creator_id = ${creatorId}
      union all select encrypted_details from payouts where creator_id = ${creatorId}`,
  )
  return rows.map(({ encrypted }) => encrypted)
}

test('when the key is changed, details are read with the previous one until they are re-encrypted', async () => {
  const creatorIds = [await aCreatorWithDetails(), await aCreatorWithDetails()]
  for (const creatorId of creatorIds)
    for (const encrypted of await allEncrypted(creatorId)) {
      expect(openDetails(during, creatorId, encrypted).accountNumber).toBe(INDIAN_BANK.accountNumber)
      expect(() => openDetails(afterwards, creatorId, encrypted)).toThrow()
    }

  expect(await rotateKeys(inTransaction, during)).toEqual({ rotated: 4, unreadable: [] })
  expect(await rotateKeys(inTransaction, during)).toEqual({ rotated: 0, unreadable: [] })
  for (const creatorId of creatorIds)
    for (const encrypted of await allEncrypted(creatorId))
      expect(openDetails(afterwards, creatorId, encrypted).accountNumber).toBe(INDIAN_BANK.accountNumber)
})

test('saving the same details during the change changes nothing: they are neither held nor mailed about', async () => {
  const creatorId = await aCreatorWithDetails()
  const now = app.clock.now()
  await endDetailsHold(app.db, creatorId, now)
  const row = await inTransaction((db) => changeDetails(db, during, { creatorId, form: INDIAN_BANK, now }))
  expect(row.heldUntil).toEqual(now)
})

test('rows that no key opens are named and left as they are, and rows of an erased person are skipped', async () => {
  const [lost, erased] = [await aCreatorWithDetails(), await aCreatorWithDetails()]
  await run(app.db, sql`update payouts set encrypted_details = '' where creator_id = ${erased}`)
  await run(
    app.db,
    sql`update payout_details set encrypted_details = ${Buffer.from('not encrypted by us at all')} where creator_id = ${lost}`,
  )
  const { unreadable } = await rotateKeys(inTransaction, during)
  expect(unreadable).toEqual([`payout_details ${lost}`])
  expect((await findDetails(app.db, lost))?.encrypted.toString()).toBe('not encrypted by us at all')
})
