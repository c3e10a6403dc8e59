import { expect, it } from 'vitest'

import { ownPath } from '#web/features/sign-in/own-path.ts'

import { joinPath, joinWishIn } from './join-path.ts'

const planId = '01890a5d-ac96-774b-bcce-b302099a8057'

it.each(['monthly', 'yearly'] as const)('the choice of the %s plan survives signing in', (interval) => {
  const path = ownPath(joinPath('asha', { planId, interval }))
  expect(joinWishIn(new URL(path, 'https://cheers.example').search)).toEqual({ planId, interval })
})

it('an address without a plan asks for none', () => {
  expect(joinWishIn('')).toBeNull()
  expect(joinWishIn('?interval=yearly')).toBeNull()
})
