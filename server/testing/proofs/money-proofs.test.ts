import { afterEach, beforeEach, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../test-app.ts'
import { proveAmbiguousJoins } from './ambiguous-joins.ts'
import { proveDoubleClicks } from './double-clicks.ts'
import { proveEventOrders } from './event-orders.ts'
import { proveLatePayments } from './late-payments.ts'
import type { Finding } from './proof.ts'
import { proveSecretRotation } from './secret-rotation.ts'
import { proveSignatures } from './signatures.ts'
import { proveThreePaths } from './three-paths.ts'

/* The proofs of `npm run prove -- money` with fewer cases and a new seed for every run. */

let app: TestApp

beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

function expectToHold(findings: readonly Finding[], seed: number): void {
  expect(
    findings.filter(({ holds }) => !holds),
    `with the seed ${seed}`,
  ).toEqual([])
}

test.each([
  ['a life is told in any order and ends alike', proveEventOrders, 25],
  ['browser, webhooks and reconciler at once post a payment once', proveThreePaths, 12],
  ['a bank that agrees late opens access, or the money goes back', proveLatePayments, 8],
  ['after the secret changed, the old one holds for a day', proveSecretRotation, 60],
  ['a join whose answer is lost ends in one subscription', proveAmbiguousJoins, 40],
  ['ten clicks at once open one checkout', proveDoubleClicks, 6],
])('%s', async (_, prove, count) => {
  const seed = Date.now() % 1_000_000_000
  expectToHold(await prove(app, { seed, count }), seed)
})

test("signatures are judged as the provider's library does", () => {
  const seed = Date.now() % 1_000_000_000
  expectToHold(proveSignatures({ seed, count: 2000 }), seed)
})
