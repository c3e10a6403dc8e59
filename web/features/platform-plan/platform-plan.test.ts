import { expect, it } from 'vitest'

import { findFirstPlan, keptOf, platformPlanLabel } from './platform-plan.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'
const pro = { _id: id, id, name: 'Pro', percentCharge: 10 }
const basic = { _id: id, id, name: 'Basic', percentCharge: 5 }

it('a platform plan names its share, and what remains of ten dollars', () => {
  expect(platformPlanLabel(basic)).toBe('Basic (5%)')
  expect(keptOf(basic)).toEqual({ example: '$10', kept: '$9.50' })
  expect(keptOf(pro)).toEqual({ example: '$10', kept: '$9' })
})

it('the choice begins with Basic, unless another plan was requested', () => {
  expect(findFirstPlan([pro, basic], null)).toBe(basic)
  expect(findFirstPlan([pro, basic], 'PRO')).toBe(pro)
  expect(findFirstPlan([pro, basic], 'gold')).toBe(basic)
  expect(findFirstPlan([pro], null)).toBe(pro)
  expect(findFirstPlan([], null)).toBeNull()
})
