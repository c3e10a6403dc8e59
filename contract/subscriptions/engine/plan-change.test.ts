import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { comingCharges } from './coming-charges.ts'
import { afterChange } from './lifecycle.ts'
import { charged, DAY_MS, joined, NOTHING_TOLD, plansOf, START, termsOn } from './member-testing.ts'
import { addIntervals } from './periods.ts'
import { type ChangeTiming, previewChange } from './plan-change.ts'
import type { Interval } from './reference-testing.ts'

/* `npm run prove -- money` runs these at full length. */
const LIFECYCLES = Number(process.env['PROVE_LIFECYCLES'] ?? 5_000)

const SEED = process.env['PROVE_SEED']

const prices = fc.array(fc.integer({ min: 500, max: 1_000_000 }), { minLength: 3, maxLength: 3 })
const intervals = fc.constantFrom<Interval>('monthly', 'yearly')

/**
 * How a provider handles an order: it takes the upfront amount now, the add-on with the plan's next amount, and the
 * plan's amount at each boundary.
 */
function chargeLikeProvider(
  order: { upfrontCents: number; addonCents: number; startAt: Date; amountCents: number; interval: Interval },
  now: Date,
  before: Date,
): { at: number; amountCents: number }[] {
  const charges = order.upfrontCents > 0 ? [{ at: now.getTime(), amountCents: order.upfrontCents }] : []
  for (let count = 0; boundary(order.startAt, order.interval, count) < before.getTime(); count += 1)
    charges.push({
      at: boundary(order.startAt, order.interval, count),
      amountCents: order.amountCents + (count === 0 ? order.addonCents : 0),
    })
  return charges
}

/** The start itself, then midnights in India: the intended day, or the month's last. */
function boundary(start: Date, interval: Interval, count: number): number {
  if (count === 0) return start.getTime()
  const there = new Date(start.getTime() + 19_800_000)
  const month = there.getUTCMonth() + count * (interval === 'yearly' ? 12 : 1)
  const lastDay = new Date(Date.UTC(there.getUTCFullYear(), month + 1, 0)).getUTCDate()
  return Date.UTC(there.getUTCFullYear(), month, Math.min(there.getUTCDate(), lastDay)) - 19_800_000
}

describe('what is shown before a change', () => {
  test('is what is charged, and neither loses nor invents paid time', () => {
    fc.assert(
      fc.property(
        prices,
        intervals,
        intervals,
        fc.constantFrom<ChangeTiming>('now', 'period_end'),
        fc.integer({ min: 0, max: 366 * 86_400 }),
        (monthly, from, to, timing, secondsIn) => {
          const [plan, other] = plansOf(monthly)
          if (!plan || !other) return
          const until = addIntervals(new Date(START), from, 1)
          const membership = charged(joined(plan, from), until)
          const now = new Date(START + secondsIn * 1000)
          const terms = termsOn(other, to)
          const preview = previewChange(membership, terms, timing, now)
          if (typeof preview === 'string') return
          const before = new Date(now.getTime() + 800 * DAY_MS)
          const taken = chargeLikeProvider(
            {
              upfrontCents: preview.chargedNowCents,
              addonCents: preview.carriedCents,
              startAt: preview.nextChargeAt,
              amountCents: terms.priceCents,
              interval: to,
            },
            now,
            before,
          )
          const after = afterChange(membership, terms, preview)
          const shown = [
            ...(preview.chargedNowCents > 0
              ? [{ at: now.getTime(), amountCents: preview.chargedNowCents }]
              : []),
            ...comingCharges(after, NOTHING_TOLD, before).map(({ at, amountCents }) => ({
              at: at.getTime(),
              amountCents,
            })),
          ]
          expect(taken).toEqual(shown)
          expect(Number.isSafeInteger(preview.chargedNowCents)).toBe(true)
          expect(after.accessUntil && after.accessUntil >= now).toBe(true)
          if (timing === 'period_end') expect(preview.chargedNowCents).toBe(0)
          expect(preview.creditCents).toBeLessThanOrEqual(membership.priceCents)
        },
      ),
      { numRuns: LIFECYCLES, verbose: 1, ...(SEED && { seed: Number(SEED) }) },
    )
  })

  test('keeps the renewal day when the plan is dearer, and charges the difference for the time left', () => {
    const [plan, other] = plansOf([1000, 2000])
    if (!plan || !other) throw new Error('two plans')
    const until = addIntervals(new Date(Date.UTC(2026, 3, 1)), 'monthly', 1)
    const membership = charged(joined(plan, 'monthly'), until)
    expect(
      previewChange(membership, termsOn(other, 'monthly'), 'now', new Date(Date.UTC(2026, 3, 16))),
    ).toEqual({
      kind: 'upgrade',
      timing: 'now',
      settledBy: 'proration',
      chargedNowCents: 500,
      carriedCents: 0,
      creditCents: 500,
      period: { from: new Date(Date.UTC(2026, 3, 1)), until, worthCents: 2000 },
      equivalents: [],
      accessUntil: until,
      nextChargeAt: until,
      nextChargeCents: 2000,
    })
  })

  test('of less than half a dollar waits for the next charge, and is part of it', () => {
    const [plan, other] = plansOf([1000, 1060])
    if (!plan || !other) throw new Error('two plans')
    const until = new Date(Date.UTC(2026, 4, 1))
    const membership = charged(joined(plan, 'monthly'), until)
    const at = new Date(Date.UTC(2026, 3, 11))
    const preview = previewChange(membership, termsOn(other, 'monthly'), 'now', at)
    if (typeof preview === 'string') throw new Error(preview)
    // Twenty of thirty days at 60 cents more.
    expect(preview).toMatchObject({ chargedNowCents: 0, carriedCents: 40, nextChargeCents: 1060 })
    const after = afterChange(membership, termsOn(other, 'monthly'), preview)
    const later = comingCharges(after, NOTHING_TOLD, new Date(Date.UTC(2026, 5, 15)))
    expect(later.map(({ amountCents }) => amountCents)).toEqual([1100, 1060])
    expect(charged(after, addIntervals(until, 'monthly', 1)).carriedCents).toBe(0)
  })

  test('is added to the next difference, once both together are enough for a charge', () => {
    const [plan, other, dearest] = plansOf([1000, 1060, 1120])
    if (!plan || !other || !dearest) throw new Error('three plans')
    const membership = charged(joined(plan, 'monthly'), new Date(Date.UTC(2026, 4, 1)))
    const at = new Date(Date.UTC(2026, 3, 11))
    const first = previewChange(membership, termsOn(other, 'monthly'), 'now', at)
    if (typeof first === 'string') throw new Error(first)
    const second = previewChange(
      afterChange(membership, termsOn(other, 'monthly'), first),
      termsOn(dearest, 'monthly'),
      'now',
      at,
    )
    expect(second).toMatchObject({ chargedNowCents: 80, carriedCents: 0 })
  })

  test('turns what is left of a dear plan into time on a cheap one', () => {
    const [plan, other] = plansOf([1000, 2000])
    if (!plan || !other) throw new Error('two plans')
    const until = new Date(Date.UTC(2026, 4, 1))
    const membership = charged(joined(other, 'monthly'), until)
    const preview = previewChange(
      membership,
      termsOn(plan, 'monthly'),
      'now',
      new Date(Date.UTC(2026, 3, 16)),
    )
    expect(preview).toMatchObject({
      chargedNowCents: 0,
      creditCents: 1000,
      accessUntil: new Date(Date.UTC(2026, 4, 16)),
    })
  })
})
