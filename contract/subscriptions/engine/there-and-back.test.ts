import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { afterChange } from './lifecycle.ts'
import { charged, joined, plansOf, START, termsOn } from './member-testing.ts'
import type { Membership, Terms } from './membership.ts'
import { addIntervals } from './periods.ts'
import { type ChangePreview, previewChange } from './plan-change.ts'
import type { Interval } from './reference-testing.ts'

/* `npm run prove -- engine` runs these at full length. */
const SWITCHES = Number(process.env['PROVE_SWITCHES'] ?? 2_000)

const SEED = process.env['PROVE_SEED']

const RUN = { numRuns: SWITCHES, verbose: 1, ...(SEED && { seed: Number(SEED) }) }

const prices = fc.array(fc.integer({ min: 500, max: 1_000_000 }), { minLength: 3, maxLength: 3 })

const wish = fc.record({ plan: fc.nat(2), interval: fc.constantFrom<Interval>('monthly', 'yearly') })

/** Earlier steps, each some seconds after the last: any of them may be refused, and then changes nothing. */
const past = fc.array(fc.record({ wish, secondsLater: fc.integer({ min: 0, max: 90 * 86_400 }) }), {
  maxLength: 4,
})

interface Standing {
  membership: Membership
  now: Date
}

function changed({ membership, now }: Standing, to: Terms): ChangePreview | string {
  return previewChange(membership, to, 'now', now)
}

/** Unchanged if the change is refused. */
function after(standing: Standing, to: Terms): Standing {
  const preview = changed(standing, to)
  if (typeof preview === 'string') return standing
  return { ...standing, membership: afterChange(standing.membership, to, preview) }
}

const life = fc
  .tuple(prices, wish, past, fc.integer({ min: 0, max: 366 * 86_400 }))
  .map(([monthly, first, steps, secondsIn]) => {
    const plans = plansOf(monthly)
    const terms = ({ plan, interval }: { plan: number; interval: Interval }) =>
      termsOn(plans[plan] ?? { version: '', monthly: 0, yearly: 0 }, interval)
    const start = terms(first)
    const until = addIntervals(new Date(START), start.interval, 1)
    const begun = joined({ version: start.planVersionId, monthly: 0, yearly: 0 }, start.interval)
    let standing: Standing = { membership: charged({ ...begun, ...start }, until), now: new Date(START) }
    for (const step of steps) {
      const now = new Date(standing.now.getTime() + step.secondsLater * 1000)
      standing = after({ ...standing, now }, terms(step.wish))
    }
    return { terms, standing: { ...standing, now: new Date(standing.now.getTime() + secondsIn * 1000) } }
  })

/** What must be unchanged: the terms, the day, the worth, and the second it began. */
function paid({ period, accessUntil, ...membership }: Membership) {
  return { ...termsAlone(membership), accessUntil, period }
}

function termsAlone({ planVersionId, interval, priceCents }: Terms) {
  return { planVersionId, interval, priceCents }
}

describe('switching there and back at one moment', () => {
  test('changes nothing, from any terms and to any terms', () => {
    let switches = 0
    fc.assert(
      fc.property(life, wish, ({ terms, standing }, to) => {
        const there = changed(standing, terms(to))
        // Time paid with money is bought, and another change does not undo that.
        if (typeof there === 'string' || there.settledBy !== 'time') return
        const home = after(after(standing, terms(to)), termsOf(standing.membership))
        expect(paid(home.membership)).toEqual(paid(standing.membership))
        const back = changed(after(standing, terms(to)), termsOf(standing.membership))
        expect(back).toMatchObject({ chargedNowCents: 0 })
        switches += 1
      }),
      RUN,
    )
    expect(switches).toBeGreaterThan(SWITCHES / 10)
  })

  test('changes nothing by way of a third plan either', () => {
    fc.assert(
      fc.property(life, wish, wish, ({ terms, standing }, one, other) => {
        const there = changed(standing, terms(one))
        if (typeof there === 'string' || there.settledBy !== 'time') return
        const second = after(standing, terms(one))
        const onwards = changed(second, terms(other))
        if (typeof onwards === 'string' || onwards.settledBy !== 'time') return
        const home = after(after(second, terms(other)), termsOf(standing.membership))
        expect(paid(home.membership)).toEqual(paid(standing.membership))
      }),
      RUN,
    )
  })
})

describe('any change', () => {
  test('costs its member less than one cent of what they paid', () => {
    fc.assert(
      fc.property(life, wish, ({ terms, standing }, to) => {
        const { period } = standing.membership
        const preview = changed(standing, terms(to))
        if (typeof preview === 'string' || period === null) return
        const second = (moment: Date) => BigInt(Math.floor(moment.getTime() / 1000))
        const at = second(standing.now)
        // worth × left / whole, compared without dividing: old + charged − new < 1 cent.
        const worthOf = (of: { from: Date; until: Date; worthCents: number }) =>
          [
            BigInt(of.worthCents) * (second(of.until) - (at > second(of.from) ? at : second(of.from))),
            second(of.until) - second(of.from),
          ] as const
        const [oldPart, oldWhole] = worthOf(period)
        const [newPart, newWhole] = worthOf(preview.period)
        const owed = preview.chargedNowCents + preview.carriedCents - standing.membership.carriedCents
        const lost = oldPart * newWhole + BigInt(owed) * oldWhole * newWhole - newPart * oldWhole
        expect(lost < oldWhole * newWhole).toBe(true)
      }),
      RUN,
    )
  })
})

function termsOf({ planId, planVersionId, interval, priceCents }: Terms): Terms {
  return { planId, planVersionId, interval, priceCents }
}
