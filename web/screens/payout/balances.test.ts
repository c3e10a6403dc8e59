import { expect, it } from 'vitest'

import { balancesOf } from './balances.ts'

const amounts = (available: number, currency: string) => ({
  available,
  pending: 0,
  reserved: 0,
  reservedUntil: null,
  currency,
})

it.each([
  [0, null, ['USD']],
  [5, null, ['USD']],
  [0, 0, ['INR']],
  [0, 500, ['INR']],
  [-5, 500, ['USD', 'INR']],
])('with %j dollars and %j rupees there are balances in %j', (dollars, rupees, currencies) => {
  const balance = {
    ...amounts(dollars, 'USD'),
    rupees: rupees === null ? null : amounts(rupees, 'INR'),
  }
  expect(balancesOf(balance).map(({ currency }) => currency)).toEqual(currencies)
})
