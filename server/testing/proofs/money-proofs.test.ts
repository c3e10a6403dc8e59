import { afterEach, beforeEach, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../test-app.ts'
import { proveAmbiguousJoins } from './ambiguous-joins.ts'
import { proveDoubleClicks } from './double-clicks.ts'
import type { Finding } from './proof.ts'

/* The proofs of `npm run prove -- money` with fewer cases; a seed of its own at every run. */

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
  ['a join whose answer is lost ends in one subscription', proveAmbiguousJoins, 40],
  ['ten clicks at once open one checkout', proveDoubleClicks, 6],
])('%s', async (_, prove, count) => {
  const seed = Date.now() % 1_000_000_000
  expectToHold(await prove(app, { seed, count }), seed)
})
