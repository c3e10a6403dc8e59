import { describe, expect, it } from 'vitest'

import { type LockedBy, offerOf, type Onlooker } from './offer.ts'

const tipsy: LockedBy = {
  creatorId: 'asha',
  plan: { _id: 'tipsy', price: 9.99, isOffered: true },
  hasPlans: true,
}
const archived: LockedBy = {
  creatorId: 'asha',
  plan: { _id: 'old', price: 9.99, isOffered: false },
  hasPlans: true,
}

function memberOn(planId: string, changes: object = {}): Onlooker {
  return [
    {
      status: 'active',
      cancelAtPeriodEnd: false,
      interval: 'monthly',
      creatorId: { _id: 'asha', pageName: 'Asha', pageHandle: 'asha', profileImage: null, isAvailable: true },
      planId: { _id: planId, name: planId, price: 5, currency: 'USD', isOffered: true },
      ...changes,
    },
  ]
}

describe('a locked post offers', () => {
  it('to join its plan, to a visitor and to a member of other pages', () => {
    expect(offerOf(tipsy, 'visitor')).toBe('join')
    expect(offerOf(tipsy, [])).toBe('join')
    expect(offerOf({ ...tipsy, creatorId: 'imani' }, memberOn('buzzed'))).toBe('join')
  })

  it('to change to its plan, to a member on a lower one', () => {
    expect(offerOf(tipsy, memberOn('buzzed'))).toBe('change')
  })

  it('the membership, to members who have the plan but no access, or cannot change now', () => {
    expect(offerOf(tipsy, memberOn('tipsy', { status: 'paused' }))).toBe('membership')
    expect(offerOf(tipsy, memberOn('buzzed', { status: 'past_due' }))).toBe('membership')
    expect(offerOf(tipsy, memberOn('buzzed', { cancelAtPeriodEnd: true }))).toBe('membership')
  })

  it('no plan that cannot be joined', () => {
    expect(offerOf(archived, 'visitor')).toBe('plans')
    expect(offerOf({ creatorId: 'asha', plan: null, hasPlans: true }, [])).toBe('plans')
    expect(offerOf(archived, memberOn('buzzed'))).toBe('membership')
  })

  it('nothing where there are no plans', () => {
    expect(offerOf({ ...archived, hasPlans: false }, 'visitor')).toBe('none')
    expect(offerOf({ ...archived, hasPlans: false }, [])).toBe('none')
    expect(offerOf({ ...archived, hasPlans: false }, memberOn('buzzed'))).toBe('membership')
  })

  it('nothing until the viewer is known', () => {
    expect(offerOf(tipsy, 'unknown')).toBeNull()
  })
})
