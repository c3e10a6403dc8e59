import { afterAll, beforeAll, expect, test } from 'vitest'

import { reconcileSettlements } from '#server/domains/payments/settlements/settlements.ts'
import { many, sql } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { auditProblems } from './testing/audited.ts'
import { payOut } from './testing/payout-stories.ts'
import { moveClocksTogether, steerSandbox } from './testing/sandbox.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

const DAY_SECONDS = 86_400
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ RAZORPAY_X_ACCOUNT: '2323230041626905', RAZORPAY_X_INR_PER_USD: '83.25' })
})
afterAll(() => app.close())

async function accounts(): Promise<Record<string, number>> {
  const rows = await many(
    app.db,
    sql<{
      name: string
      minor: number
    }>`select account || ' ' || currency as name, sum(amount_minor)::bigint as minor
      from ledger_entries where account in ('exchange', 'exchange_differences', 'bank') group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, minor }) => [name, minor]))
}

interface AtTheBank {
  settlements: Record<string, { amount: number }>
  payouts: Record<string, { amount: number; fees: number; status: string }>
}

/** Line by line what the bank's statement says, in paise: what came in, what left, its fees, and what came back. */
async function statement(): Promise<number[]> {
  const state = (await steerSandbox(app).get('/state')) as unknown as AtTheBank
  const came = Object.values(state.settlements).map(({ amount }) => amount)
  const left = Object.values(state.payouts).flatMap(({ amount, fees, status }) => {
    const [out, back] = [
      [-amount, -fees],
      [amount, fees],
    ]
    if (status === 'processed') return out
    return status === 'reversed' ? [...out, ...back] : []
  })
  return [...came, ...left]
}

const sum = (lines: readonly number[]) => lines.reduce((total, line) => total + line, 0)

/** Books what the provider has settled by now. */
async function reconcile() {
  await enqueue(app.db, reconcileSettlements, {})
  await app.drain()
}

async function settle() {
  await moveClocksTogether(app, 12 * DAY_SECONDS)
  await reconcile()
}

test('what payouts take from the bank is what its statement says, before and after anything was settled', async () => {
  // Nothing is settled yet: dollars leave at the rate of the day.
  await payOut(app, ['processed'])
  const early = await accounts()
  expect(early).toMatchObject({ 'exchange USD': -9000, 'exchange INR': 749_250, 'bank INR': -749_250 - 590 })
  expect(early['exchange_differences INR'] ?? 0).toBe(0)
  expect(early['bank USD'] ?? 0).toBe(0)

  // The provider paid ₹83 for a dollar, and ours leave for ₹83.25.
  await payOut(app, ['processed', 'reversed'])
  await settle()
  const before = await accounts()
  await payOut(app, ['processed'])
  const after = await accounts()
  const moved = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  expect(moved('exchange USD')).toBe(-9000)
  expect(moved('bank INR')).toBe(-749_250 - 590)
  expect(moved('exchange INR') + moved('exchange_differences INR')).toBe(749_250)
  await reconcile()
  const booked = await accounts()
  expect(booked['bank INR']).toBe(sum(await statement()))
  expect(booked['bank USD'] ?? 0).toBe(0)
  expect(await auditProblems(app)).toEqual([])
})

test('a payout that comes back takes its difference of rates with it', async () => {
  await settle()
  const before = await accounts()
  await payOut(app, ['reversed'])
  expect(await accounts()).toEqual(before)
  await reconcile()
  expect((await accounts())['bank INR']).toBe(sum(await statement()))
  expect(await auditProblems(app)).toEqual([])
})

test('money that came at one rate and left at another is a difference of rates, and nothing else', async () => {
  await settle()
  const held = await accounts()
  // The dollars of all four creators have come by now; so much a dollar, on average.
  const rate = -(held['exchange INR'] ?? 0) / (held['exchange USD'] ?? 1)
  await payOut(app, ['processed'])
  const after = await accounts()
  const worth = (after['exchange INR'] ?? 0) - (held['exchange INR'] ?? 0)
  expect(Math.abs(worth - 9000 * rate)).toBeLessThanOrEqual(1)
  expect((after['exchange_differences INR'] ?? 0) - (held['exchange_differences INR'] ?? 0)).toBe(
    749_250 - worth,
  )
})

test('payouts by a bank file stay in their currency', async () => {
  const before = await accounts()
  await payOut(app, ['bank_file'])
  const after = await accounts()
  expect((after['bank USD'] ?? 0) - (before['bank USD'] ?? 0)).toBe(-9000)
  expect(after['bank INR']).toBe(before['bank INR'])
})
