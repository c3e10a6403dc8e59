import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { planMessages } from './messages.ts'
import {
  formatPrice,
  PLAN_PRICE_MAX_CENTS,
  PLAN_PRICE_MIN_CENTS,
  pricePerIntervalCents,
  yearlyPriceCents,
} from './pricing.ts'
import { planForm, priceInRange } from './rules.ts'

const { price: monthlyPrice, currency } = planForm
const priced = z.object({ price: monthlyPrice, currency }).check(...priceInRange)

const price = fc.integer({ min: PLAN_PRICE_MIN_CENTS, max: PLAN_PRICE_MAX_CENTS })

/** The price of a year by the spec, in exact fractions: the most whole dollars not above monthly × 12 × 9/10. */
function isWholeDollarsBelow(yearlyCents: number, monthlyCents: number): boolean {
  const [yearly, monthly] = [BigInt(yearlyCents), BigInt(monthlyCents)]
  const isWhole = yearly % 100n === 0n
  return isWhole && yearly * 10n <= monthly * 12n * 9n && monthly * 12n * 9n < (yearly + 100n) * 10n
}

describe('a yearly plan', () => {
  test('costs twelve months less 10%, in whole dollars', () => {
    const examples = [
      [500, 5400],
      [999, 10700],
      [1000, 10800],
      [1999, 21500],
      [100_000, 1_080_000],
      [1_000_000, 10_800_000],
    ] as const
    for (const [monthly, yearly] of examples) expect(yearlyPriceCents(monthly)).toBe(yearly)
  })

  test('is computed exactly for every possible price', () => {
    const wrong: number[] = []
    for (let monthly = PLAN_PRICE_MIN_CENTS; monthly <= PLAN_PRICE_MAX_CENTS; monthly += 1)
      if (!isWholeDollarsBelow(yearlyPriceCents(monthly), monthly)) wrong.push(monthly)
    expect(wrong).toEqual([])
  })

  test('is always cheaper than twelve months and never cheaper for a higher monthly price', () => {
    fc.assert(
      fc.property(price, price, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        expect(yearlyPriceCents(low)).toBeLessThan(low * 12)
        expect(yearlyPriceCents(low)).toBeLessThanOrEqual(yearlyPriceCents(high))
        expect(Number.isSafeInteger(yearlyPriceCents(low))).toBe(true)
      }),
    )
  })
})

describe('one period', () => {
  test('costs the month or the year', () => {
    fc.assert(
      fc.property(price, (monthly) => {
        expect(pricePerIntervalCents(monthly, 'monthly')).toBe(monthly)
        expect(pricePerIntervalCents(monthly, 'yearly')).toBe(yearlyPriceCents(monthly))
      }),
    )
  })

  test('is shown with its length', () => {
    expect(formatPrice(999, 'monthly', 'USD')).toBe('$9.99/month')
    expect(formatPrice(10_700, 'yearly', 'USD')).toBe('$107/year')
    expect(formatPrice(10_800_000, 'yearly', 'USD')).toBe('$108,000/year')
  })
})

function refusalOf(typed: unknown): string | null {
  const parsed = z.safeParse(priced, { price: typed })
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '')
}

describe('a price as typed', () => {
  test.each([
    [5, 500],
    ['5', 500],
    ['5.00', 500],
    [9.99, 999],
    [' 9.9 ', 990],
    [19.9, 1990],
    [1234.56, 123_456],
    ['10000.00', 1_000_000],
    [10_000, 1_000_000],
  ])('%j is %d cents', (typed, cents) => {
    expect(z.parse(priced, { price: typed })).toEqual({ price: cents, currency: 'USD' })
  })

  test.each([
    ['', planMessages.priceRequired],
    [null, planMessages.priceRequired],
    [undefined, planMessages.priceRequired],
    [true, planMessages.priceRequired],
    [[9.99], planMessages.priceRequired],
    [4.99, planMessages.priceTooLow],
    ['4.99', planMessages.priceTooLow],
    [0, planMessages.priceTooLow],
    [10_000.01, planMessages.priceTooHigh],
    ['10000.01', planMessages.priceTooHigh],
    [9.999, planMessages.priceFormat],
    ['9.999', planMessages.priceFormat],
    [-5, planMessages.priceFormat],
    ['-5', planMessages.priceFormat],
    ['+5', planMessages.priceFormat],
    ['1e2', planMessages.priceFormat],
    ['0x10', planMessages.priceFormat],
    ['9,99', planMessages.priceFormat],
    ['1,000', planMessages.priceFormat],
    ['$9', planMessages.priceFormat],
    ['9.', planMessages.priceFormat],
    ['.99', planMessages.priceFormat],
    ['9 9', planMessages.priceFormat],
    ['١٠', planMessages.priceFormat],
    ['   ', planMessages.priceFormat],
    [1e21, planMessages.priceFormat],
    [1e-7, planMessages.priceFormat],
  ])('%j is refused with %j', (typed, message) => {
    expect(refusalOf(typed)).toBe(message)
  })

  test.each([Number.NaN, Infinity, -Infinity])('%d is refused', (typed) => {
    expect(refusalOf(typed)).not.toBeNull()
  })

  test('is taken exactly when it is between 5 and 10,000 dollars', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000 }), (cents) => {
        const isInRange = cents >= PLAN_PRICE_MIN_CENTS && cents <= PLAN_PRICE_MAX_CENTS
        for (const typed of [cents / 100, (cents / 100).toFixed(2)]) {
          const parsed = z.safeParse(priced, { price: typed })
          expect(parsed.success ? parsed.data.price : null).toBe(isInRange ? cents : null)
        }
      }),
    )
  })
})

describe('a price in rupees', () => {
  const refusals = (typed: unknown) =>
    z.safeParse(priced, { price: typed, currency: 'INR' }).error?.issues.map(({ path, message }) => ({
      field: path[0],
      message,
    }))

  test('has a range of its own', () => {
    expect(z.parse(priced, { price: 499, currency: 'INR' })).toEqual({ price: 49_900, currency: 'INR' })
    expect(z.parse(priced, { price: '500000', currency: 'INR' }).price).toBe(50_000_000)
    expect(refusals(49.99)).toEqual([{ field: 'price', message: planMessages.rupeesTooLow }])
    expect(refusals(500_000.01)).toEqual([{ field: 'price', message: planMessages.rupeesTooHigh }])
  })

  test('is written as India does, by the month and by the year', () => {
    expect(formatPrice(49_900, 'monthly', 'INR')).toBe('₹499/month')
    expect(formatPrice(yearlyPriceCents(12_345_650), 'yearly', 'INR')).toBe('₹13,33,330/year')
  })

  test('is checked against its range even while another field is wrong', () => {
    const { error } = z.safeParse(z.object(planForm).check(...priceInRange), { name: '', price: 4.99 })
    expect(error?.issues.map(({ path }) => path[0])).toEqual(['name', 'price'])
  })
})
