import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/http/implement.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { changeDetails, openDetails, type SealKeys } from './details.ts'
import { findDetails } from './details-queries.ts'
import { requestPayout } from './payouts.ts'
import { resealAll } from './reseal.ts'
import { endDetailsHold, INDIAN_BANK } from './testing.ts'

const before: SealKeys = {
  secretKey: 'the key before, for tests only, 32+',
  config: { previousSecretKey: null },
}
const during: SealKeys = {
  secretKey: 'the key after it, for tests only, 32+',
  config: { previousSecretKey: before.secretKey },
}
const afterwards: SealKeys = { ...during, config: { previousSecretKey: null } }

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const inTransaction: InTransaction = (work) => app.db.transaction().execute(work)

/** A creator with details, and a payout that keeps a copy of them, sealed with the key before. */
async function aSealedCreator(): Promise<string> {
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

async function allSealed(creatorId: string): Promise<Buffer[]> {
  const rows = await many(
    app.db,
    sql<{ sealed: Buffer }>`select sealed from payout_details where creator_id = ${creatorId}
      union all select sealed_details from payouts where creator_id = ${creatorId}`,
  )
  return rows.map(({ sealed }) => sealed)
}

test('when the key is changed, details are read with the one before until they are sealed anew', async () => {
  const creatorIds = [await aSealedCreator(), await aSealedCreator()]
  for (const creatorId of creatorIds)
    for (const sealed of await allSealed(creatorId)) {
      expect(openDetails(during, creatorId, sealed).accountNumber).toBe(INDIAN_BANK.accountNumber)
      expect(() => openDetails(afterwards, creatorId, sealed)).toThrow()
    }

  expect(await resealAll(inTransaction, during)).toEqual({ resealed: 4, unreadable: [] })
  expect(await resealAll(inTransaction, during)).toEqual({ resealed: 0, unreadable: [] })
  for (const creatorId of creatorIds)
    for (const sealed of await allSealed(creatorId))
      expect(openDetails(afterwards, creatorId, sealed).accountNumber).toBe(INDIAN_BANK.accountNumber)
})

test('the same details saved during the change are the same: they are neither held nor mailed about', async () => {
  const creatorId = await aSealedCreator()
  const now = app.clock.now()
  await endDetailsHold(app.db, creatorId, now)
  const row = await inTransaction((db) => changeDetails(db, during, { creatorId, form: INDIAN_BANK, now }))
  expect(row.heldUntil).toEqual(now)
})

test('what no key opens is named and left as it is, and what an erased person left is passed over', async () => {
  const [lost, erased] = [await aSealedCreator(), await aSealedCreator()]
  await run(app.db, sql`update payouts set sealed_details = '' where creator_id = ${erased}`)
  await run(
    app.db,
    sql`update payout_details set sealed = ${Buffer.from('not sealed by us at all')} where creator_id = ${lost}`,
  )
  const { unreadable } = await resealAll(inTransaction, during)
  expect(unreadable).toEqual([`payout_details ${lost}`])
  expect((await findDetails(app.db, lost))?.sealed.toString()).toBe('not sealed by us at all')
})
