import { afterAll, beforeAll, expect, test } from 'vitest'

import { getPlanNames } from '#contract/creators/routes.ts'
import { SUPPORT_TIERS } from '#contract/site/support-tiers.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the front page names the platform plans with the percentages that are charged', async () => {
  const { body: plans } = await app.call(getPlanNames, {})
  const offered = plans.map(({ name, percentCharge }) => ({ name, percent: percentCharge }))
  expect(SUPPORT_TIERS.map(({ name, percent }) => ({ name, percent }))).toEqual(offered)
})
