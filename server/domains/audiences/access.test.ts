import { describe, expect, test } from 'vitest'

import type { HeldPlan } from '#server/domains/plans/service.ts'

import { maySee, type Relation, type Step } from './access.ts'

const NOON = new Date('2026-04-01T12:00:00Z')
const at = (offsetMs: number) => new Date(NOON.getTime() + offsetMs)

const silver: HeldPlan = { id: 'silver', priceCents: 999, agreedCents: 999, currency: 'USD' }
const gold: HeldPlan = { id: 'gold', priceCents: 1999, agreedCents: 1999, currency: 'USD' }
const alsoSilver: HeldPlan = { id: 'also-silver', priceCents: 999, agreedCents: 999, currency: 'USD' }

function step(reach: Step['reach'], given: Partial<Step> = {}): Step {
  return { reach, plans: [], isExact: false, fromAt: null, untilAt: null, ...given }
}
function relation(given: Partial<Relation> = {}): Relation {
  return { isOwner: false, isFollower: false, held: [], ...given }
}

const PEOPLE: Record<string, Relation | null> = {
  visitor: null,
  stranger: relation(),
  follower: relation({ isFollower: true }),
  silver: relation({ held: [silver] }),
  gold: relation({ held: [gold] }),
  'another silver': relation({ held: [alsoSilver] }),
  owner: relation({ isOwner: true }),
}

/** The names of those who may see something at that moment. */
function seenBy(steps: Step[], now = NOON): string[] {
  return Object.keys(PEOPLE).filter((name) => maySee(PEOPLE[name] ?? null, steps, now))
}

describe('who may see something', () => {
  test('for everyone: everyone', () => {
    expect(seenBy([step('everyone')])).toEqual(Object.keys(PEOPLE))
  })

  test('for followers: those who follow the page or support it', () => {
    expect(seenBy([step('followers')])).toEqual(['follower', 'silver', 'gold', 'another silver', 'owner'])
  })

  test('for members: those with any plan', () => {
    expect(seenBy([step('members')])).toEqual(['silver', 'gold', 'another silver', 'owner'])
  })

  test('for plans: those who hold one, or a dearer one', () => {
    expect(seenBy([step('plans', { plans: [silver] })])).toEqual(['silver', 'gold', 'owner'])
    expect(seenBy([step('plans', { plans: [gold] })])).toEqual(['gold', 'owner'])
    expect(seenBy([step('plans', { plans: [gold, alsoSilver] })])).toEqual([
      'gold',
      'another silver',
      'owner',
    ])
  })

  test('for exactly these plans: not those with a dearer one', () => {
    expect(seenBy([step('plans', { plans: [silver], isExact: true })])).toEqual(['silver', 'owner'])
    expect(seenBy([step('plans', { plans: [silver, gold], isExact: true })])).toEqual([
      'silver',
      'gold',
      'owner',
    ])
  })

  test('stays open to members who pay more than its plan costs, though their own plan costs less now', () => {
    const steps = [step('plans', { plans: [silver] })]
    const paid = (held: HeldPlan) => maySee(relation({ held: [held] }), steps, NOON)
    expect(paid({ ...gold, priceCents: 500 })).toBe(true)
    expect(paid({ ...gold, priceCents: 500, agreedCents: 500 })).toBe(false)
    // They kept an older, lower price of a plan that costs more now.
    expect(paid({ ...gold, agreedCents: 700 })).toBe(true)
  })

  test('compares plans of two currencies as if a dollar were 80 rupees, today and always', () => {
    const rupees = (cents: number): HeldPlan => ({
      id: `₹${cents}`,
      priceCents: cents,
      agreedCents: cents,
      currency: 'INR',
    })
    const opens = (plan: HeldPlan, held: HeldPlan) =>
      maySee(relation({ held: [held] }), [step('plans', { plans: [plan] })], NOON)
    expect(opens(silver, rupees(79_920))).toBe(false)
    expect(opens(silver, rupees(79_921))).toBe(true)
    expect(opens(rupees(79_919), silver)).toBe(true)
    expect(opens(rupees(79_920), silver)).toBe(false)
  })

  test('opens at the first moment of a step and closes at its end', () => {
    const steps = [step('everyone', { fromAt: NOON, untilAt: at(1000) })]
    expect(seenBy(steps, at(-1))).toEqual(['owner'])
    expect(seenBy(steps, NOON)).toContain('visitor')
    expect(seenBy(steps, at(999))).toContain('visitor')
    expect(seenBy(steps, at(1000))).toEqual(['owner'])
  })

  test('opens step by step: gold now, silver in three days, everyone on 1 May', () => {
    const steps = [
      step('plans', { plans: [gold] }),
      step('plans', { plans: [silver], fromAt: at(3 * 86_400_000) }),
      step('everyone', { fromAt: new Date('2026-05-01T00:00:00Z') }),
    ]
    expect(seenBy(steps)).toEqual(['gold', 'owner'])
    expect(seenBy(steps, at(3 * 86_400_000))).toEqual(['silver', 'gold', 'owner'])
    expect(seenBy(steps, new Date('2026-05-01T00:00:00Z'))).toEqual(Object.keys(PEOPLE))
  })

  test('no step: nobody but the owner', () => {
    expect(seenBy([])).toEqual(['owner'])
  })
})
