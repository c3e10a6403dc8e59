import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { accessEnd } from './access.ts'
import { comingCharges } from './coming-charges.ts'
import { afterChange, afterCharge, afterReactivation, afterProviderStatus, afterTime } from './lifecycle.ts'
import { charged, DAY_MS, joined, NOTHING_TOLD, plansOf, START, termsOn } from './member-testing.ts'
import type { Membership, Terms } from './membership.ts'
import { addIntervals } from './periods.ts'
import { type ChangeTiming, previewChange } from './plan-change.ts'
import { Reference, type ReferencePlan, type Interval } from './reference-testing.ts'
import { afterRefund, type PaidPart, termsStillPaid } from './refund.ts'
import { termsOf } from './terms.ts'

/* `npm run prove -- money` runs these at full length. */
const RUNS = Number(process.env['PROVE_RUNS'] ?? 500)

const SEED = process.env['PROVE_SEED']

const prices = fc.array(fc.integer({ min: 500, max: 1_000_000 }), { minLength: 3, maxLength: 3 })
const intervals = fc.constantFrom<Interval>('monthly', 'yearly')

interface Command {
  name: string
  plan: number
  interval: Interval
  isAtOnce: boolean
  amount: number
}

const command: fc.Arbitrary<Command> = fc.record({
  name: fc.constantFrom(
    ...'renew renew fail stop reactivate pause unpause change change change wait wait wait startAgain'.split(
      ' ',
    ),
    ...'refund repeat endAtProvider chargeOfFormer'.split(' '),
  ),
  plan: fc.integer({ min: 0, max: 2 }),
  interval: intervals,
  isAtOnce: fc.boolean(),
  amount: fc.integer({ min: 1, max: 400 * 24 }),
})

function quote(membership: Membership, to: Terms, timing: ChangeTiming, now: number): string {
  const preview = previewChange(membership, to, timing, new Date(now))
  return typeof preview === 'string'
    ? preview
    : `pay ${preview.chargedNowCents} owe ${preview.carriedCents} worth ${preview.creditCents} until ${preview.accessUntil.getTime()} then ${preview.nextChargeCents}`
}

/** The paid period in whole seconds and cents; in the same form for both. */
function periodOf({ period }: Membership): (number | undefined)[] {
  const second = (moment?: Date) => moment && Math.floor(moment.getTime() / 1000)
  return [second(period?.from), second(period?.until), period?.worthCents]
}

function stretchOf({ stretch }: Reference): (number | undefined)[] {
  return stretch === null
    ? [undefined, undefined, undefined]
    : [Number(stretch.from), Number(stretch.to), Number(stretch.cents)]
}

/** Applies one command to the engine's membership and to the reference; answers the membership after it. */
function step(
  { name, plan: index, interval: wanted, isAtOnce, amount }: Command,
  before: Membership,
  reference: Reference,
  { plans, now, paid }: { plans: readonly ReferencePlan[]; now: number; paid: PaidPart[] },
): Membership {
  const plan = plans[index]
  if (!plan) return before
  switch (name) {
    case 'renew': {
      if (before.status !== 'active' && before.status !== 'past_due') return before
      const { interval } = before.next ?? before
      const until = addIntervals(before.accessUntil ?? new Date(now), interval, 1)
      if (before.cancelAtPeriodEnd) {
        const facts = {
          from: null,
          until,
          amountCents: before.priceCents,
          paidCount: before.paidCount + 1,
          isOfCurrent: true,
        }
        expect(afterCharge(before, facts, false)).toBe('overpayment')
        return before
      }
      const after = charged(before, until)
      reference.charge(until.getTime(), before.paidCount + 1, after.priceCents + before.carriedCents)
      paid.unshift({ isReturned: false, upgrade: null })
      return after
    }
    case 'repeat': {
      // The charge of the running period, reported again.
      if (before.accessUntil === null || before.next !== null) return before
      const { accessUntil: until, paidCount, priceCents: amountCents } = before
      reference.charge(until.getTime(), paidCount, amountCents)
      const repeated = { from: null, until, amountCents, paidCount, isOfCurrent: true }
      const after = afterCharge(before, repeated, false)
      return after === 'overpayment' ? before : after
    }
    case 'chargeOfFormer': {
      const until = addIntervals(new Date(now), wanted, 1)
      const former = { from: null, until, amountCents: 500, paidCount: 1, isOfCurrent: false }
      expect(afterCharge(before, former, false)).toBe('overpayment')
      return before
    }
    case 'fail':
      reference.fail()
      return afterProviderStatus(before, amount % 2 === 0 ? 'pending' : 'halted', new Date(now))
    case 'endAtProvider':
      reference.endAtProvider(now)
      return afterProviderStatus(before, 'cancelled', new Date(now))
    case 'pause':
      reference.pause()
      return afterProviderStatus(before, 'paused', new Date(now))
    case 'unpause':
      reference.unpause()
      return afterProviderStatus(before, 'active', new Date(now))
    case 'stop':
      reference.stop()
      return { ...before, cancelAtPeriodEnd: true }
    case 'reactivate':
      reference.reactivate()
      return { ...before, cancelAtPeriodEnd: false }
    case 'startAgain': {
      if (before.status !== 'past_due' && before.status !== 'paused') return before
      const { interval, priceCents } = before.next ?? before
      const amountCents = priceCents + before.carriedCents
      const until = addIntervals(new Date(now), interval, 1)
      if (before.accessUntil !== null && before.accessUntil >= until) {
        // So much time is paid that only the card is registered.
        reference.reactivateByCard()
        return afterReactivation(before, before, null)
      }
      reference.startAgain(until.getTime(), amountCents)
      paid.unshift({ isReturned: false, upgrade: null })
      return afterReactivation(before, before.next ?? before, {
        from: null,
        until,
        amountCents,
        paidCount: 1,
      })
    }
    case 'refund': {
      // Refunds the newest payment that wasn't refunded; none is refunded twice.
      const newestIndex = paid.findIndex(({ isReturned }) => !isReturned)
      const newest = paid[newestIndex]
      if (!newest) return before
      newest.isReturned = true
      reference.refund(now)
      return afterRefund(before, termsStillPaid(paid.slice(newestIndex)), new Date(now))
    }
    case 'change': {
      const preview = previewChange(
        before,
        termsOn(plan, wanted),
        isAtOnce ? 'now' : 'period_end',
        new Date(now),
      )
      if (typeof preview === 'string') return before
      reference.change(plan, wanted, isAtOnce, now)
      if (preview.chargedNowCents > 0)
        paid.unshift({
          isReturned: false,
          upgrade: {
            to: termsOn(plan, wanted),
            former: termsOf(before),
            formerUntil: preview.accessUntil,
            formerPeriod: before.period,
          },
        })
      return afterChange(before, termsOn(plan, wanted), preview)
    }
    default:
      reference.pass(now)
      return afterTime(before, new Date(now))
  }
}

describe('the engine and an independent plain implementation', () => {
  test('agree on status, access, terms, previews and coming charges through any lifecycle', () => {
    fc.assert(
      fc.property(
        prices,
        intervals,
        fc.array(command, { maxLength: 60, size: 'max' }),
        (monthly, first, commands) => {
          const plans = plansOf(monthly)
          const [plan] = plans
          if (!plan) return
          let now = START
          let membership = charged(joined(plan, first), addIntervals(new Date(now), first, 1))
          const paid: PaidPart[] = [{ isReturned: false, upgrade: null }]
          const reference = new Reference(plan, first)
          reference.charge(addIntervals(new Date(now), first, 1).getTime(), 1, membership.priceCents)
          for (const next of commands) {
            if (next.name === 'wait') now += next.amount * 3_600_000
            membership = step(next, membership, reference, { plans, now, paid })
            expect(membership.status).toBe(reference.state)
            expect(accessEnd(membership)?.getTime() ?? 0).toBe(reference.lastMoment())
            expect([membership.planVersionId, membership.interval, membership.priceCents]).toEqual([
              reference.deal.version,
              reference.deal.interval,
              Number(reference.deal.price),
            ])
            expect(periodOf(membership)).toEqual(stretchOf(reference))
            const horizon = now + 400 * DAY_MS
            expect(
              comingCharges(membership, NOTHING_TOLD, new Date(horizon)).map(({ at, amountCents }) => [
                at.getTime(),
                amountCents,
              ]),
            ).toEqual(reference.ahead(horizon))
            const asked = plans[next.plan] ?? plan
            const timing = next.isAtOnce ? 'now' : 'period_end'
            expect(quote(membership, termsOn(asked, next.interval), timing, now)).toBe(
              reference.quote(asked, next.interval, next.isAtOnce, now),
            )
          }
        },
      ),
      { numRuns: RUNS, verbose: 1, ...(SEED && { seed: Number(SEED) }) },
    )
  })
})
