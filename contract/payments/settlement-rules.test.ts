import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { askedOfCharge, shareOfCharge } from './settlement-rules.ts'

const MAX = Number.MAX_SAFE_INTEGER

/** Amounts whose products have up to 106 bits: a double holds 53. */
const charges = fc
  .record({ paidMinor: fc.integer({ min: 1, max: MAX }), baseAmountMinor: fc.integer({ min: 1, max: MAX }) })
  .chain((charge) =>
    fc.record({ charge: fc.constant(charge), asked: fc.integer({ min: 0, max: charge.baseAmountMinor }) }),
  )

test('a bank that asks for all of it in rupees asks for the whole charge, to the cent', () => {
  fc.assert(
    fc.property(charges, ({ charge }) => {
      expect(askedOfCharge(charge.baseAmountMinor, charge)).toBe(charge.paidMinor)
    }),
  )
})

test('what a bank asks for is the smallest part of the charge that is worth at least that', () => {
  fc.assert(
    fc.property(charges, ({ charge, asked }) => {
      const part = BigInt(askedOfCharge(asked, charge))
      const [paid, base, told] = [charge.paidMinor, charge.baseAmountMinor, asked].map(BigInt) as [
        bigint,
        bigint,
        bigint,
      ]
      expect(part * base >= told * paid).toBe(true)
      expect(part === 0n || (part - 1n) * base < told * paid).toBe(true)
      expect(part <= paid).toBe(true)
    }),
  )
})

test('a product beyond what a double holds gains and loses no cent', () => {
  // In doubles, the whole of ₹16,040,307.07 was a cent more than the $1,031,879.79 that had been charged.
  expect(askedOfCharge(1_604_030_707, { paidMinor: 103_187_979, baseAmountMinor: 1_604_030_707 })).toBe(
    103_187_979,
  )
  expect(askedOfCharge(MAX, { paidMinor: MAX - 1, baseAmountMinor: MAX })).toBe(MAX - 1)
  expect(shareOfCharge(MAX - 1, { paidMinor: MAX, baseAmountMinor: MAX - 2 })).toBe(MAX - 3)
})

test('converted from dollars to rupees and back, an amount never shrinks', () => {
  fc.assert(
    fc.property(charges, ({ charge, asked }) => {
      // A rupee is worth less than a dollar: the way back never falls below the original amount.
      const { paidMinor, baseAmountMinor } = charge
      if (paidMinor > baseAmountMinor) return
      expect(shareOfCharge(askedOfCharge(asked, charge), charge)).toBeGreaterThanOrEqual(asked)
    }),
  )
})
