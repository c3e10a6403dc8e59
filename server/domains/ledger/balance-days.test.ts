import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'
import { doEachSecond } from '#server/platform/jobs/each-second.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { countBalances, type Movement, movementSql, movesSql } from './balance-days-queries.ts'
import { sealWaiting } from './sealing-queries.ts'
import { sealing } from './sealing.ts'
import {
  bookCharge,
  bookClosingLoss,
  bookDisputeLoss,
  bookDisputeLost,
  bookDisputeOpened,
  bookDisputeReleased,
  bookPayout,
  bookPayoutFailed,
  bookPayoutFee,
  bookPayoutPaid,
  bookPayoutReversed,
  bookProviderFee,
  bookRefund,
  bookRefundFailed,
  bookRefundSent,
} from './service.ts'

const SEED = 20261126
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2026, 1, 25)
const DAYS = 9
const BOOKINGS = 400
const SPAN = { from: new Date(FIRST_DAY + 2 * DAY_MS), until: new Date(FIRST_DAY + 6 * DAY_MS) }

/** What one booking does to a balance, told by hand: what the creator has more or less, and whose share the fee is. */
interface Told {
  creatorId: string
  currency: string
  at: Date
  /** To the creator: positive is more. */
  net: number
  fee: number
  is: 'charge' | 'payout' | 'other' | 'nothing'
}

let app: TestApp
const told: Told[] = []

let state = SEED
/** From 0 to `below` − 1. */
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

async function bookSomething(db: Db, number: number, creatorIds: readonly string[]): Promise<void> {
  const at = new Date(FIRST_DAY + random(DAYS * 24) * 3_600_000 + random(2) * (3_600_000 - 1))
  const creatorId = creatorIds[random(creatorIds.length)] ?? ''
  const currency = ['USD', 'INR'][random(2)] ?? ''
  const feeMinor = random(100)
  const netMinor = 1 + random(5000)
  const base = { id: `b${number}`, paymentId: `pay_${number}`, creatorId, currency, occurredAt: at }
  const taken = { ...base, amountMinor: feeMinor + netMinor, feeMinor, netMinor }
  const tell = (is: Told['is'], net = 0, fee = 0) => told.push({ creatorId, currency, at, net, fee, is })
  const kinds: (() => Promise<unknown>)[] = [
    () => (tell('charge', netMinor, feeMinor), bookCharge(db, { ...taken, grossMinor: taken.amountMinor })),
    () => (tell('other', -netMinor, -feeMinor), bookRefund(db, taken)),
    () => (tell('other', netMinor, feeMinor), bookRefundFailed(db, taken, number % 2 === 0)),
    () => (tell('other', -netMinor, -feeMinor), bookDisputeOpened(db, taken)),
    () => (tell('other', netMinor, feeMinor), bookDisputeReleased(db, taken)),
    () => (tell('other', netMinor), bookClosingLoss(db, { ...base, amountMinor: netMinor })),
    () => (tell('payout', -netMinor), bookPayout(db, { ...base, amountMinor: netMinor })),
    () => (tell('payout', netMinor), bookPayoutFailed(db, { ...base, amountMinor: netMinor })),
    () => (tell('payout', netMinor), bookPayoutReversed(db, { ...base, amountMinor: netMinor })),
    () => (tell('nothing'), bookRefundSent(db, taken)),
    () => (tell('nothing'), bookDisputeLost(db, taken)),
    () => (tell('nothing'), bookDisputeLoss(db, taken)),
    () => (tell('nothing'), bookPayoutPaid(db, { ...base, amountMinor: netMinor })),
    () => (tell('nothing'), bookPayoutFee(db, { ...base, feeMinor: 1 + feeMinor })),
    () => (tell('nothing'), bookProviderFee(db, { ...base, feeMinor: 1 + feeMinor })),
  ]
  await kinds[random(kinds.length)]?.()
}

function expected(creatorId: string, currency: string): Movement {
  const own = told.filter(
    (each) => each.creatorId === creatorId && each.currency === currency && each.is !== 'nothing',
  )
  const before = own.filter(({ at }) => at < SPAN.from)
  const within = own.filter(({ at }) => at >= SPAN.from && at < SPAN.until)
  const sum = (rows: readonly Told[], of: (each: Told) => number) =>
    rows.reduce((total, each) => total + of(each), 0)
  const isPayout = ({ is }: Told) => is === 'payout'
  const earned = within.filter((each) => !isPayout(each))
  return {
    openingMinor: sum(before, ({ net }) => net),
    netMinor: sum(earned, ({ net }) => net),
    feeMinor: sum(earned, ({ fee }) => fee),
    paidOutMinor: 0 - sum(within.filter(isPayout), ({ net }) => net),
    lineCount: within.length,
  }
}

let creatorIds: string[]

/** Every balance in the span of days, and what all its charges brought. */
async function expectAsTold(): Promise<void> {
  for (const creatorId of creatorIds)
    for (const currency of ['USD', 'INR']) {
      expect(await one(app.db, movementSql({ creatorId, currency }, SPAN))).toEqual(
        expected(creatorId, currency),
      )
      const charges = told.filter(
        (each) => each.creatorId === creatorId && each.currency === currency && each.is === 'charge',
      )
      const brought = await one(
        app.db,
        sql`select -sum(charged_minor)::integer as net, -sum(charged_fee_minor)::integer as fee
          from ${movesSql({ creatorId, currency })} moved`,
      )
      expect(brought).toEqual({
        net: charges.reduce((total, { net }) => total + net, 0),
        fee: charges.reduce((total, { fee }) => total + fee, 0),
      })
    }
}

const countDays = () => many(app.db, sql`select from balance_days`).then(({ length }) => length)

const book = async (from: number, until: number) => {
  for (let number = from; number < until; number += 1)
    await app.db.transaction().execute((db) => bookSomething(db, number, creatorIds))
}

beforeAll(async () => {
  app = await startTestApp()
  creatorIds = []
  for (let count = 0; count < 2; count += 1)
    creatorIds.push((await aCreator(app.db, (await aUser(app.db)).id)).id)
  await book(0, BOOKINGS)
})
afterAll(() => app.close())

test('what was just booked is in the sums before any day has counted it', async () => {
  expect(told.filter(({ is }) => is === 'payout').length).toBeGreaterThan(20)
  expect(await countDays()).toBe(0)
  await expectAsTold()
})

test('a month, and what charges brought, are the same from days', async () => {
  await doEachSecond(app.platform, sealing)
  expect(await countDays()).toBeGreaterThan(20)
  expect(await many(app.db, sql`select from ledger_unsealed`)).toEqual([])
  await expectAsTold()
})

test('what another node seals while one counts is counted once', async () => {
  await book(1000, 1010)
  await sealWaiting(app.db, BOOKINGS)
  const [isHeld, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = app.db.transaction().execute(async (db) => {
    await run(db, sql`lock table balance_days in access exclusive mode`)
    isHeld.resolve()
    await mayGoOn.promise
  })
  await isHeld.promise
  const counting = countBalances(app.db, BOOKINGS)
  // It has looked how far to count, and goes no further.
  await expect
    .poll(() =>
      many(app.db, sql`select from pg_locks where relation = 'balance_days'::regclass and not granted`),
    )
    .toHaveLength(1)
  await book(1010, 1020)
  await sealWaiting(app.db, BOOKINGS)
  mayGoOn.resolve()
  await holding
  expect(await counting).toBe(10)
  await doEachSecond(app.platform, sealing)
  await expectAsTold()
})
