import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { bookDisputeOpened } from '#server/domains/ledger/service.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { payUnclaimed, settleClosedBalances } from './closed-balances.ts'
import { findDetails } from './details-queries.ts'
import { changeDetails } from './details.ts'
import { INDIAN_BANK } from './testing.ts'
import { writeUnclaimedFile } from './unclaimed-file.ts'

const DAY_MS = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

function inTransaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return app.platform.database.db.transaction().execute(work)
}

/** A page on Pro that took in $100 a month ago and has closed for good since, with or without payout details. */
async function aClosedPage({ hasDetails = true } = {}) {
  const now = app.clock.now()
  const creator = await aCreator(app.db, (await aUser(app.db)).id, { platformPlan: 'Pro' })
  const plan = await aPlan(app.db, creator.id)
  const member = await aUser(app.db)
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  const paidAt = new Date(now.getTime() - 31 * DAY_MS)
  const paid = { subscriptionId, memberId: member.id, plan, amountCents: 10_000, capturedAt: paidAt }
  const { providerPaymentId } = await aPayment(app.db, paid)
  if (hasDetails)
    await inTransaction((db) =>
      changeDetails(db, app.platform, { creatorId: creator.id, form: INDIAN_BANK, now }),
    )
  await run(
    app.db,
    sql`insert into page_closings (creator_id, closed_at, settled_at) values (${creator.id}, ${now}, ${now})`,
  )
  return {
    creatorId: creator.id,
    /** A bank asks some of it back, ten per cent of it from us. */
    dispute: (amountMinor: number) =>
      inTransaction((db) =>
        bookDisputeOpened(db, {
          id: newId(app.clock.now()),
          paymentId: providerPaymentId,
          creatorId: creator.id,
          currency: 'USD',
          amountMinor,
          feeMinor: amountMinor / 10,
          netMinor: (amountMinor * 9) / 10,
          occurredAt: app.clock.now(),
        }),
      ),
  }
}

async function settle(): Promise<void> {
  await enqueue(app.db, settleClosedBalances, {})
  await app.drain()
}

const balances = (creatorId: string) =>
  many(
    app.db,
    sql<{ kind: string; status: string; cents: number }>`select kind, status, amount_cents as cents
      from closed_balances where creator_id = ${creatorId} order by id`,
  )

const owed = async (creatorId: string) =>
  (
    await one(
      app.db,
      sql<{ cents: number }>`select coalesce(-sum(amount_minor), 0)::bigint as cents from ledger_entries
        where account = 'creator_balance' and creator_id = ${creatorId}`,
    )
  ).cents

const waitingId = async (creatorId: string) =>
  (
    await one(
      app.db,
      sql<{ id: string }>`select id from closed_balances where creator_id = ${creatorId} and status = 'open'`,
    )
  ).id

describe("what is left of a closed page's balance", () => {
  test('waits for the operator, who sees where to pay it, and is gone once it is paid', async () => {
    const { creatorId } = await aClosedPage()
    await settle()
    await settle()
    expect(await balances(creatorId)).toEqual([{ kind: 'unclaimed', status: 'open', cents: 9000 }])
    expect(await owed(creatorId)).toBe(0)
    const id = await waitingId(creatorId)
    const { csv } = await inTransaction((db) => writeUnclaimedFile(db, app.platform))
    expect(csv).toContain(`${id},90.00,USD,bank,Asha Rao,50100123456789,HDFC0001234`)
    const paid = { bankReference: 'UTR1', now: app.clock.now() }
    expect(await inTransaction((db) => payUnclaimed(db, id, paid))).toBe(true)
    expect(await inTransaction((db) => payUnclaimed(db, id, paid))).toBe(false)
    expect(await balances(creatorId)).toEqual([{ kind: 'unclaimed', status: 'paid', cents: 9000 }])
    // Nothing is left to pay there.
    await settle()
    expect(await findDetails(app.db, creatorId)).toBeNull()
  })

  test('is listed without details if there are none', async () => {
    const { creatorId } = await aClosedPage({ hasDetails: false })
    await settle()
    const id = await waitingId(creatorId)
    const { csv } = await inTransaction((db) => writeUnclaimedFile(db, app.platform))
    expect(csv).toContain(`${id},90.00,USD,,,,,,,,${creatorId}`)
  })

  test('keeps its details for three years, and no longer', async () => {
    const { creatorId } = await aClosedPage()
    await settle()
    expect(await findDetails(app.db, creatorId)).not.toBeNull()
    await app.clock.advance(app.db, 3 * 366 * DAY_MS)
    await settle()
    expect(await findDetails(app.db, creatorId)).toBeNull()
    expect(await balances(creatorId)).toEqual([{ kind: 'unclaimed', status: 'open', cents: 9000 }])
  })

  test('is recalculated when something moves it, down to a loss for the platform', async () => {
    const { creatorId, dispute } = await aClosedPage()
    await settle()
    await dispute(4000)
    expect(await owed(creatorId)).toBe(-3600)
    await settle()
    expect(await balances(creatorId)).toEqual([
      { kind: 'unclaimed', status: 'returned', cents: 9000 },
      { kind: 'unclaimed', status: 'open', cents: 5400 },
    ])
    const id = await waitingId(creatorId)
    await inTransaction((db) => payUnclaimed(db, id, { bankReference: 'UTR2', now: app.clock.now() }))
    await dispute(1000)
    await settle()
    expect((await balances(creatorId)).at(-1)).toEqual({ kind: 'loss', status: 'open', cents: 900 })
    expect(await owed(creatorId)).toBe(0)
    const { losses } = await inTransaction((db) => writeUnclaimedFile(db, app.platform))
    expect(losses.find(({ currency }) => currency === 'USD')?.amountCents).toBeGreaterThanOrEqual(900)
  })
})
