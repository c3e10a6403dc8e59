import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { shareOfCents } from '../money.ts'
import { isHardlyUsed, isWithinRefundWindow, providerFeeCents, splitRefund } from './refund-rules.ts'

describe('a refund is automatic', () => {
  it.each([
    [0, 0, true],
    [0, 3, true],
    [1, 6, true],
    [1, 5, false],
    [2, 10, false],
    [19, 100, true],
    [20, 100, false],
  ])('with %i of %i posts opened: %s', (openedCount, totalCount, expected) => {
    expect(isHardlyUsed({ openedCount, totalCount })).toBe(expected)
  })
})

it('can be requested until the seventh day is over', () => {
  const paidAt = new Date('2026-03-01T10:00:00.000Z')
  expect(isWithinRefundWindow(paidAt, new Date('2026-03-08T09:59:59.999Z'))).toBe(true)
  expect(isWithinRefundWindow(paidAt, new Date('2026-03-08T10:00:00.000Z'))).toBe(false)
})

const SEED = 20260310

test(`many refunds end where one whole refund does (seed ${SEED})`, () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 500, max: 1_000_000 }),
      fc.constantFrom(500, 1000, 2500),
      fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 12 }),
      (amountCents, feeBasisPoints, wishes) => {
        const payment = { amountCents, feeBasisPoints, feeCents: shareOfCents(amountCents, feeBasisPoints) }
        const given = { amountCents: 0, feeCents: 0, netCents: 0 }
        const wrong: object[] = []
        for (const wish of [...wishes, amountCents]) {
          const refundCents = Math.min(wish, amountCents - given.amountCents)
          if (refundCents === 0) continue
          const { feeCents, netCents } = splitRefund(refundCents, payment, given)
          if (feeCents + netCents !== refundCents || Math.min(feeCents, netCents) < 0)
            wrong.push({ refundCents, feeCents, netCents })
          given.amountCents += refundCents
          given.feeCents += feeCents
          given.netCents += netCents
        }
        const whole = { amountCents, feeCents: payment.feeCents, netCents: amountCents - payment.feeCents }
        expect({ given, wrong }).toEqual({ given: whole, wrong: [] })
      },
    ),
    { seed: SEED, numRuns: 20_000 },
  )
})

it("shows the provider's fee at its own rate, and nothing until it is reported", () => {
  const charge = { amountCents: 999, baseAmountMinor: 82_917 }
  expect(providerFeeCents({ ...charge, providerFeeMinor: 2935 })).toBe(35)
  expect(providerFeeCents({ ...charge, providerFeeMinor: null })).toBe(null)
  expect(providerFeeCents({ amountCents: 999, baseAmountMinor: null, providerFeeMinor: 20 })).toBe(20)
})
