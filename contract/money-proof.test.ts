import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { minorDigits, shareOfCents, unitsFromMinor } from './money.ts'
import { providerFeeCents, splitRefund } from './payments/refund-rules.ts'
import { PLAN_PRICE_MAX_CENTS, PLAN_PRICE_MIN_CENTS, yearlyPriceCents } from './plans/pricing.ts'

/* Millions of cases, checked against arithmetic that can't round: BigInt. */

/** The shares of the platform plans: Basic, Pro, Premium. */
const FEES_BASIS_POINTS = [500, 1000, 2500] as const
const seed = Number(process.env['PROVE_SEED'] ?? 20261121)

/** Whether the platform's share and the creator's are whole cents, sum to the charge, and are rounded half up. */
function isSplitExactly(grossCents: number, basisPoints: number): boolean {
  const feeCents = shareOfCents(grossCents, basisPoints)
  const netCents = grossCents - feeCents
  const exact = BigInt(grossCents) * BigInt(basisPoints)
  return (
    Number.isSafeInteger(feeCents) &&
    netCents >= 0 &&
    BigInt(feeCents) + BigInt(netCents) === BigInt(grossCents) &&
    BigInt(feeCents) === (2n * exact + 10_000n) / 20_000n
  )
}

describe('every possible charge', () => {
  test('is split to the cent: each price from $5.00 to $10,000.00, monthly and yearly, at each fee', () => {
    const wrong: string[] = []
    let cases = 0
    for (let monthly = PLAN_PRICE_MIN_CENTS; monthly <= PLAN_PRICE_MAX_CENTS; monthly += 1)
      for (const gross of [monthly, yearlyPriceCents(monthly)])
        for (const basisPoints of FEES_BASIS_POINTS) {
          cases += 1
          if (!isSplitExactly(gross, basisPoints)) wrong.push(`${gross} at ${basisPoints}`)
        }
    expect(wrong).toEqual([])
    expect(cases).toBe(5_997_006)
  }, 120_000)

  test('is refunded to the cent, in any number of refunds', () => {
    const life = fc.record({
      amountCents: fc.integer({ min: PLAN_PRICE_MIN_CENTS, max: 10_800_000 }),
      feeBasisPoints: fc.oneof(fc.constantFrom(...FEES_BASIS_POINTS), fc.integer({ min: 0, max: 10_000 })),
      shares: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 12 }),
    })
    fc.assert(
      fc.property(life, ({ amountCents, feeBasisPoints, shares }) => {
        const payment = { amountCents, feeBasisPoints, feeCents: shareOfCents(amountCents, feeBasisPoints) }
        const given = { amountCents: 0, feeCents: 0, netCents: 0 }
        // The last one takes all that is left.
        for (const share of [...shares, 100]) {
          const refundCents = Math.ceil(((amountCents - given.amountCents) * share) / 100)
          if (refundCents === 0) break
          const { feeCents, netCents } = splitRefund(refundCents, payment, given)
          if (feeCents + netCents !== refundCents || feeCents < 0 || netCents < 0) return false
          given.amountCents += refundCents
          given.feeCents += feeCents
          given.netCents += netCents
        }
        const isWhole = given.amountCents === amountCents && given.feeCents === payment.feeCents
        return isWhole && given.netCents === amountCents - payment.feeCents
      }),
      { seed, numRuns: 50_000 },
    )
  }, 120_000)
})

describe('other currencies', () => {
  test.each([
    ['JPY', 0, 1234, 1234],
    ['INR', 2, 1234, 12.34],
    ['USD', 2, 1234, 12.34],
    ['KWD', 3, 1234, 1.234],
    ['BHD', 3, 990, 0.99],
  ])('%s has %d decimals', (currency, digits, minor, units) => {
    expect(minorDigits(currency)).toBe(digits)
    expect(unitsFromMinor(minor, currency)).toBe(units)
  })

  test('come out of minor units exactly, whatever their decimals', () => {
    const amount = fc.integer({ min: 0, max: 99_999_999_999 })
    fc.assert(
      fc.property(amount, fc.constantFrom('JPY', 'USD', 'KWD'), (minor, currency) => {
        const digits = minorDigits(currency)
        // The wire carries the number as JSON, and it is written with that many decimals again.
        const text = (JSON.parse(JSON.stringify(unitsFromMinor(minor, currency))) as number).toFixed(digits)
        return text.replace('.', '').replace(/^0+(?=\d)/, '') === String(minor)
      }),
      { seed, numRuns: 50_000 },
    )
  }, 120_000)

  test("the provider's fee in its own currency is worth a whole number of cents, within half a cent", () => {
    const fee = fc.record({
      amountCents: fc.integer({ min: PLAN_PRICE_MIN_CENTS, max: 10_800_000 }),
      // Minor units of the provider's currency for one cent, in hundredths: yen to dinars.
      ratePercent: fc.integer({ min: 1, max: 20_000 }),
      feeBasisPoints: fc.integer({ min: 0, max: 600 }),
    })
    fc.assert(
      fc.property(fee, ({ amountCents, ratePercent, feeBasisPoints }) => {
        const baseAmountMinor = Math.max(1, Math.round((amountCents * ratePercent) / 100))
        const providerFeeMinor = shareOfCents(baseAmountMinor, feeBasisPoints)
        const cents = providerFeeCents({ amountCents, providerFeeMinor, baseAmountMinor })
        if (cents === null || !Number.isSafeInteger(cents)) return false
        const doubled =
          2n * (BigInt(cents) * BigInt(baseAmountMinor) - BigInt(providerFeeMinor) * BigInt(amountCents))
        return doubled <= BigInt(baseAmountMinor) && doubled >= -BigInt(baseAmountMinor)
      }),
      { seed, numRuns: 50_000 },
    )
  }, 120_000)
})
