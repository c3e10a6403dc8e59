import { afterAll, beforeAll, expect, test } from 'vitest'

import { one, sql } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { payoutDesk, RAZORPAY_X } from './razorpayx-testing.ts'
import { getBalanceAt } from './service.ts'

let app: TestApp
let desk: ReturnType<typeof payoutDesk>

beforeAll(async () => {
  app = await startTestApp(RAZORPAY_X)
  desk = payoutDesk(app)
})
afterAll(() => app.close())

const ROUNDS = 40
const SEED = 20261121

test(`nobody is paid twice, wherever the process dies (${ROUNDS} rounds, seed ${SEED})`, async () => {
  let state = SEED
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const modes = ['reset_after_effect', 'error_after_effect', 'error_before_effect', 'truncated_json']
  const payouts: { id: string; creatorId: string }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const payout = await desk.anApprovedPayout()
    payouts.push(payout)
    // Dies before, between or after its transactions, or loses the provider's answer.
    const diesAfter = random(4)
    let count = 0
    const dying: InTransaction = async (work) => {
      if (count === diesAfter) throw new Error('killed')
      count += 1
      return desk.inTransaction(work)
    }
    if (random(2) === 0)
      await desk.sandbox.post('/knobs', {
        failNext: { mode: modes[random(4)], times: 1, method: 'POST', pathIncludes: '/payouts' },
      })
    await desk.pay(payout.id, dying).catch(() => undefined)
    // Two of its successors, at the same time.
    await Promise.allSettled([desk.pay(payout.id), desk.pay(payout.id)])
    await desk.sandbox.post('/knobs', { reset: true })
    await desk.pay(payout.id)
    await desk.settle(payout.id, 'processed')
    if (round % 20 === 0) await desk.settle(payout.id, 'reversed')
  }
  const made = Map.groupBy(await desk.atProvider(), ({ referenceId }) => referenceId)
  for (const [round, { id, creatorId }] of payouts.entries()) {
    expect(made.get(id)).toHaveLength(1)
    expect(await desk.statusOf(id)).toBe(round % 20 === 0 ? 'reversed' : 'paid')
    const { availableMinor } = await getBalanceAt(app.db, creatorId, app.clock.now())
    expect(availableMinor).toBe(round % 20 === 0 ? 9000 : 0)
  }
  const { sum } = await one(
    app.db,
    sql<{ sum: number }>`select sum(amount_minor)::bigint as sum from ledger_entries`,
  )
  expect(sum).toBe(0)
})
