import { VISITORS } from './accessible-screens.ts'
import { test } from './journey.ts'
import { Looks } from './looks.ts'

test('a visitor meets no barrier on any page', async ({ page, allowError }) => {
  allowError(/status of 4\d\d.*(?:nothing-of-ours|nobody-at-all)/)
  const looks = new Looks()
  for (const address of VISITORS) await looks.at(page, address)
  looks.expectAll(VISITORS)
})
