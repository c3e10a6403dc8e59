import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  centsFromDollars,
  dollarsFromCents,
  formatCents,
  formatDollars,
  columnFormat,
  formatExactCents,
  formatExactDollars,
  shareOfCents,
} from './money.ts'

describe('dollars and cents', () => {
  test('are the same amount, there and back, for every cent up to ten thousand dollars', () => {
    const wrong: number[] = []
    for (let cents = 0; cents <= 1_000_000; cents += 1) {
      // What really travels is the number as JSON.
      const onTheWire: unknown = JSON.parse(JSON.stringify(dollarsFromCents(cents)))
      if (typeof onTheWire !== 'number' || centsFromDollars(onTheWire) !== cents) wrong.push(cents)
    }
    expect(wrong).toEqual([])
  })

  test('are the same amount as written text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        expect(centsFromDollars(text)).toBe(cents)
      }),
    )
  })

  test('come out as whole cents or not at all, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.double(), fc.string(), fc.integer(), fc.stringMatching(/^-?\d*\.?\d*e?\d*$/)),
        (typed) => {
          const cents = centsFromDollars(typed)
          if (cents === null) return
          expect(Number.isSafeInteger(cents)).toBe(true)
          expect(cents).toBeGreaterThanOrEqual(0)
          // Not toBe, which distinguishes 0 from -0.
          expect(cents / 100 === Number(typed)).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('are refused beyond two decimals, because no rounding is agreed', () => {
    for (const typed of [0.1 + 0.2, 9.999, '1.005', 1 / 3]) expect(centsFromDollars(typed)).toBeNull()
  })
})

describe("the platform's share", () => {
  const amount = fc.integer({ min: 0, max: 10_000_000_000 })
  const basisPoints = fc.integer({ min: 0, max: 10_000 })

  test('and the rest are whole cents and sum to the whole', () => {
    fc.assert(
      fc.property(amount, basisPoints, (cents, share) => {
        const fee = shareOfCents(cents, share)
        const net = cents - fee
        expect([Number.isSafeInteger(fee), Number.isSafeInteger(net)]).toEqual([true, true])
        expect(fee + net).toBe(cents)
        expect(fee).toBeGreaterThanOrEqual(0)
        expect(net).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 2000 },
    )
  })

  test('is the exact fraction rounded half up', () => {
    fc.assert(
      fc.property(amount, basisPoints, (cents, share) => {
        const [exact, fee] = [BigInt(cents) * BigInt(share), BigInt(shareOfCents(cents, share))]
        // Twice the distance to the exact value, in ten-thousandths of a cent: above −1 cent, at most +1 cent.
        const doubled = 2n * (fee * 10_000n - exact)
        expect(doubled <= 10_000n && doubled > -10_000n).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    [999, 500, 50],
    [999, 1000, 100],
    [999, 2500, 250],
    [500, 500, 25],
    [10, 500, 1],
    [9, 500, 0],
    [10_800_000, 2500, 2_700_000],
    [999, 0, 0],
    [999, 10_000, 999],
  ])('of %d cents at %d basis points is %d', (cents, share, fee) => {
    expect(shareOfCents(cents, share)).toBe(fee)
  })
})

describe('an amount on the page', () => {
  test.each([
    [999, '$9.99'],
    [900, '$9'],
    [905, '$9.05'],
    [123_450, '$1,234.50'],
    [1_000_000, '$10,000'],
    [0, '$0'],
    [-250, '−$2.50'],
  ])('%d cents is %s', (cents, text) => {
    expect(formatCents(cents, 'USD')).toBe(text)
    expect(formatDollars(cents / 100, 'USD')).toBe(text)
  })

  test.each([
    [900, '$9.00'],
    [123_450, '$1,234.50'],
    [0, '$0.00'],
    [-250, '−$2.50'],
  ])('%d cents in a column is %s', (cents, text) => {
    expect(formatExactCents(cents, 'USD')).toBe(text)
    expect(formatExactDollars(cents / 100, 'USD')).toBe(text)
  })

  test.each([
    [49_900, '₹499', '₹499.00'],
    [12_345_650, '₹1,23,456.50', '₹1,23,456.50'],
    [1_000_000_000, '₹1,00,00,000', '₹1,00,00,000.00'],
    [-5000, '−₹50', '−₹50.00'],
  ])('%d paise are %s, in a column %s', (paise, text, exact) => {
    expect(formatCents(paise, 'INR')).toBe(text)
    expect(formatDollars(paise / 100, 'INR')).toBe(text)
    expect(formatExactCents(paise, 'INR')).toBe(exact)
    expect(formatExactDollars(paise / 100, 'INR')).toBe(exact)
  })
})

describe('the amounts of one column', () => {
  test.each([
    [
      [50, 12, 5],
      ['$50', '$12', '$5'],
    ],
    [
      [50, -12.5, 0],
      ['$50.00', '−$12.50', '$0'],
    ],
    [
      [0, 0],
      ['$0', '$0'],
    ],
    [
      [9.99, 1],
      ['$9.99', '$1.00'],
    ],
    [[], []],
  ])('%j are written alike, and nothing without decimals: %j', (column, written) => {
    expect(column.map(columnFormat(column, 'USD'))).toEqual(written)
  })

  test('are in their own currency', () => {
    expect([120_000, 99.5].map(columnFormat([120_000, 99.5], 'INR'))).toEqual(['₹1,20,000.00', '₹99.50'])
  })
})
