import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, one, sql } from '#server/platform/db/query.ts'
import { productMetrics } from '#server/platform/http/metrics.ts'
import { steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aPayment } from '../testing.ts'
import { prepareToCharge } from './prepare-to-charge.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ RECEIPT_YEAR: 'indian' })
})
afterAll(() => app.close())

async function start(): Promise<void> {
  await prepareToCharge(app.platform)
  await app.drain()
}

const accounts = () => many(app.db, sql`select key_id, provider_plan_id from payment_accounts`)

describe('at the start, the payment account', () => {
  test('that refuses dollars is reported, with what to do, and the server runs on', async () => {
    const sandbox = steerSandbox(app)
    await sandbox.post('/knobs', { refusedCurrency: 'USD' })
    await start()
    expect(await accounts()).toEqual([])
    expect(await productMetrics.metrics()).toContain('payment_account_ready 0')
    expect((await fetch(`${app.baseUrl}/readyz`)).status).toBe(200)
    await sandbox.post('/knobs', { reset: true })
  })

  test('that takes them is checked with one plan, however often we start', async () => {
    await start()
    const [first] = await accounts()
    expect(first).toBeDefined()
    await start()
    expect(await accounts()).toEqual([first])
    expect(await productMetrics.metrics()).toContain('payment_account_ready 1')
  })
})

describe("with India's financial year", () => {
  test('receipt numbers restart at midnight of the first of April in India', async () => {
    await start()
    const plan = await aPlan(app.db, (await aCreator(app.db, (await aUser(app.db)).id)).id)
    const member = await aUser(app.db)
    const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
    const numberOf = async (paidAt: string) => {
      const { id } = await aPayment(app.db, {
        subscriptionId,
        memberId: member.id,
        plan,
        capturedAt: new Date(paidAt),
      })
      return one(
        app.db,
        sql<{ year: number; number: number }>`select year, number from receipts where payment_id = ${id}`,
      )
    }
    // 18:30 UTC is midnight in India.
    expect(await numberOf('2027-03-31T18:29:59Z')).toEqual({ year: 202_627, number: 1 })
    expect(await numberOf('2027-03-31T18:30:00Z')).toEqual({ year: 202_728, number: 1 })
    expect(await numberOf('2028-01-15T00:00:00Z')).toEqual({ year: 202_728, number: 2 })
    expect(await numberOf('2100-02-01T00:00:00Z')).toEqual({ year: 209_900, number: 1 })
  })
})
