import { describe, expect, it } from 'vitest'

import { PLAN_DESCRIPTION_MAX_LENGTH } from '#contract/plans/pricing.ts'

import { findHighlightedPlan } from './highlighted-plan.ts'
import { shortened } from './plan-card.tsx'
import { planPriceText } from './plan-price.ts'

describe('the highlighted plan', () => {
  it('is the one its creator recommends', () => {
    expect(findHighlightedPlan(named('Tipsy Gold Silver', 'Silver'))?.name).toBe('Silver')
  })

  it('is otherwise Tipsy where there is one, else the middle one', () => {
    expect(findHighlightedPlan(named('Tipsy Gold Silver'))?.name).toBe('Tipsy')
    expect(findHighlightedPlan(named('A B C'))?.name).toBe('B')
    expect(findHighlightedPlan(named('A B'))?.name).toBe('B')
    expect(findHighlightedPlan(named('A'))?.name).toBe('A')
    expect(findHighlightedPlan([])).toBeNull()
  })
})

describe('the price on a plan', () => {
  it('is the monthly price, or the yearly one with the discount, in whole dollars', () => {
    const plan = { name: 'Tipsy', price: 9.99, currency: 'USD' } as const
    expect(planPriceText(plan, 'monthly')).toBe('$9.99/month')
    expect(planPriceText(plan, 'yearly')).toBe('$107/year')
  })

  it('is in the currency of the plan', () => {
    const plan = { name: 'Tipsy', price: 12_000, currency: 'INR' } as const
    expect(planPriceText(plan, 'monthly')).toBe('₹12,000/month')
    expect(planPriceText(plan, 'yearly')).toBe('₹1,29,600/year')
  })
})

describe('a plan’s description', () => {
  it('stays whole up to the limit', () => {
    const text = 'a'.repeat(PLAN_DESCRIPTION_MAX_LENGTH)
    expect(shortened(text, PLAN_DESCRIPTION_MAX_LENGTH)).toBe(text)
  })

  it('ends at a word when it is longer, and never within a character', () => {
    expect(shortened('one two three', 9)).toBe('one two…')
    expect(shortened('🎻🎻🎻🎻', 3)).toBe('🎻🎻🎻…')
  })
})

function named(list: string, recommended?: string): { name: string; isRecommended: boolean }[] {
  return list.split(' ').map((name) => ({ name, isRecommended: name === recommended }))
}
