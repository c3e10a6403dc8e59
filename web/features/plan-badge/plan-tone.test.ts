import { describe, expect, it } from 'vitest'

import { planTone } from './plan-tone.ts'

const buzzed = { name: 'Buzzed', price: 5 }
const tipsy = { name: 'Tipsy', price: 9.99 }
const drunk = { name: 'Drunk', price: 19.99 }

describe('the colour of a plan in posts', () => {
  it('is the one its name has in the spec, however it is written', () => {
    expect(planTone(null, [])).toBe('green')
    expect(planTone({ name: 'Free', price: 0 }, [])).toBe('green')
    expect(planTone(buzzed, [])).toBe('blue')
    expect(planTone({ ...tipsy, name: ' TIPSY ' }, [])).toBe('purple')
    expect(planTone(drunk, [])).toBe('pink')
  })

  it('follows the price for a name of the creator’s own', () => {
    const plans = [
      { name: 'Front row', price: 5 },
      { name: 'Backstage', price: 15 },
      { name: 'On the bus', price: 50 },
      { name: 'In the band', price: 500 },
    ]
    expect(plans.map((plan) => planTone(plan, plans))).toEqual(['blue', 'purple', 'pink', 'pink'])
  })

  it('stays in its place when the plan is not offered any more', () => {
    expect(planTone({ name: 'Backstage', price: 15 }, [buzzed, drunk])).toBe('purple')
  })
})
