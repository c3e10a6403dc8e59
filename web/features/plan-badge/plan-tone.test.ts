import { describe, expect, it } from 'vitest'

import { paidPlanTone, planTone, planToneAt } from './plan-badge.tsx'

const buzzed = { name: 'Buzzed', price: 5, currency: 'USD' as const }
const tipsy = { name: 'Tipsy', price: 9.99, currency: 'USD' as const }
const drunk = { name: 'Drunk', price: 19.99, currency: 'USD' as const }

describe('the colour of a plan in posts', () => {
  it('is its name’s colour in the spec, in any spelling', () => {
    expect(planTone(null, [])).toBe('green')
    expect(planTone({ name: 'Free', price: 0, currency: 'USD' as const }, [])).toBe('green')
    expect(planTone(buzzed, [])).toBe('blue')
    expect(planTone({ ...tipsy, name: ' TIPSY ' }, [])).toBe('purple')
    expect(planTone(drunk, [])).toBe('pink')
  })

  it('follows the price for a creator’s own plan names', () => {
    const plans = [
      { name: 'Front row', price: 5, currency: 'USD' as const },
      { name: 'Backstage', price: 15, currency: 'USD' as const },
      { name: 'On the bus', price: 50, currency: 'USD' as const },
      { name: 'In the band', price: 500, currency: 'USD' as const },
    ]
    expect(plans.map((plan) => planTone(plan, plans))).toEqual(['blue', 'purple', 'pink', 'pink'])
  })

  it('is the same beside a name as on a post', () => {
    expect(planToneAt({ name: 'Tipsy', rank: 0 })).toBe('purple')
    expect(planToneAt({ name: 'Backstage', rank: 1 })).toBe('purple')
    expect(planToneAt({ name: 'In the band', rank: 3 })).toBe('pink')
  })

  it('is the same beside a payment, while the plan is called so', () => {
    const backstage = { name: 'Backstage', price: 15, currency: 'USD' as const }
    expect(paidPlanTone('Backstage', [buzzed, backstage])).toBe('purple')
    expect(paidPlanTone('Tipsy', [])).toBe('purple')
    expect(paidPlanTone('Its old name', [buzzed, backstage])).toBe('grey')
  })

  it('keeps its rank when the plan is no longer offered', () => {
    expect(planTone({ name: 'Backstage', price: 15, currency: 'USD' as const }, [buzzed, drunk])).toBe(
      'purple',
    )
  })
})
