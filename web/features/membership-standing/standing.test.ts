import { describe, expect, it } from 'vitest'

import { cancellationSentence, offersOf, standingSentence, type Subscription } from './standing.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

const running: Subscription = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  creatorId: {
    _id: '01890a5d-ac96-774b-bcce-b302099a8058',
    pageName: 'Asha Rao',
    pageHandle: 'asha',
    profileImage: null,
    isAvailable: true,
  },
  creatorName: 'Asha Rao',
  planId: {
    _id: '01890a5d-ac96-774b-bcce-b302099a8059',
    name: 'Tipsy',
    price: 9.99,
    currency: 'USD',
    isOffered: true,
  },
  tier: 'tipsy',
  category: 'Membership',
  status: 'active',
  interval: 'monthly',
  cancelAtPeriodEnd: false,
  isBeingRefunded: false,
  accessUntil: '2026-12-20T18:30:00.000Z',
  accessEnds: '2026-12-27T18:30:00.000Z',
  next: null,
  newPrice: null,
  debitedFrom: null,
  disputed: null,
  keptBy: 'undo',
  nextChargeAt: null,
  card: null,
  upi: null,
  isCardIndian: false,
  createdAt: '2026-11-20T23:01:36.291Z',
}

/** The plan can neither be kept nor be returned to. */
const archived = { ...running.planId, isOffered: false }

describe('a membership whose page is not available', () => {
  const creatorId = { ...running.creatorId, isAvailable: false }
  it.each(['active', 'paused', 'past_due'] as const)('offers nothing and says so: %s', (status) => {
    const gone = { ...running, creatorId, status }
    expect(standingSentence(gone, NOW)).toBe(
      "This page isn't available. You won't be charged while it's unavailable.",
    )
    expect(offersOf(gone).size).toBe(0)
  })
})

describe('a membership not renewed because a bank disputes a payment', () => {
  const disputed = {
    ...running,
    status: 'paused' as const,
    disputed: { amount: 9.99, currency: 'USD', paidAt: '2026-11-20T10:00:00Z' },
  }
  it('says so, and what stays open', () => {
    const why =
      'No renewal for now: your bank is disputing your payment of $9.99 on 20 November, and nothing more is charged until it has decided.'
    expect(standingSentence(disputed, NOW)).toBe(`${why} You keep access until 20 December.`)
    expect(standingSentence({ ...disputed, accessUntil: '2026-11-20T18:30:00.000Z' }, NOW)).toBe(why)
  })
  it('can be ended, and nothing else', () => {
    expect([...offersOf(disputed)]).toEqual(['cancel'])
  })
})

describe('a member reads when the next payment is, or when access ends', () => {
  it.each<[string, Partial<Subscription>]>([
    ['Renews on 20 December', {}],
    ['Ends on 20 December', { cancelAtPeriodEnd: true }],
    ['Ends on 20 December', { status: 'past_due', cancelAtPeriodEnd: true }],
    ['Ends on 20 December', { status: 'canceled' }],
    ['Payment failed. You keep access until 27 December', { status: 'past_due' }],
    [
      'Paused. Nothing is charged, and your price is kept',
      { status: 'paused', accessUntil: '2026-11-20T18:30:00.000Z' },
    ],
    [
      'Drunk begins on 20 December',
      { next: { planName: 'Drunk', price: 25, interval: 'monthly', from: '2026-12-20T18:30:00.000Z' } },
    ],
    ['Paused. You keep access until 20 December', { status: 'paused' }],
    ['Ends on 20 December. This plan is no longer offered', { cancelAtPeriodEnd: true, planId: archived }],
  ])('%s: %j', (sentence, changes) => {
    expect(standingSentence({ ...running, ...changes }, NOW)).toBe(sentence)
  })

  it('names no past day while a late payment is still being retried', () => {
    const late: Subscription = {
      ...running,
      status: 'past_due',
      accessUntil: '2026-11-20T18:30:00.000Z',
      accessEnds: '2026-11-27T18:30:00.000Z',
    }
    expect(standingSentence(late, NOW)).toBe('Payment failed. You keep access until 27 November')
    expect(cancellationSentence(late, NOW)).toBe('Your Tipsy plan ends at once, and nothing more is charged.')
  })

  it('reads of a payment that the bank may have started, from the time it may have', () => {
    const near = { ...running, debitedFrom: '2026-11-21T11:59:00.000Z' }
    const sent = "If your bank has already started the next payment, we'll send it back automatically."
    expect(cancellationSentence(near, NOW)).toContain(sent)
    expect(cancellationSentence({ ...near, debitedFrom: '2026-11-21T12:01:00.000Z' }, NOW)).not.toContain(
      sent,
    )
  })

  it('names no day before the first payment', () => {
    expect(standingSentence({ ...running, accessUntil: null }, NOW)).toBeNull()
  })
})

it('cancelling names the plan and the day it ends', () => {
  expect(cancellationSentence(running, NOW)).toBe(
    'Your Tipsy plan ends on 20 December. Until then you keep everything it includes, and nothing more is charged.',
  )
})

it.each<[string[], Partial<Subscription>]>([
  [['cancel', 'change', 'pause', 'other card'], {}],
  [['cancel', 'card'], { status: 'past_due' }],
  [
    ['undo change', 'cancel', 'change', 'pause', 'other card'],
    { next: { planName: 'Drunk', price: 25, interval: 'monthly', from: '2026-12-20T18:30:00.000Z' } },
  ],
  [['resume'], { cancelAtPeriodEnd: true }],
  [['keep by card'], { cancelAtPeriodEnd: true, keptBy: 'checkout' }],
  [[], { status: 'canceled' }],
  [['come back', 'change', 'cancel'], { status: 'paused' }],
  [['change', 'cancel'], { status: 'paused', planId: archived }],
  [['change'], { cancelAtPeriodEnd: true, planId: archived }],
  [[], { cancelAtPeriodEnd: true, planId: archived, status: 'past_due' }],
])('the row offers %j: %j', (offers, changes) => {
  expect([...offersOf({ ...running, ...changes })]).toEqual(offers)
})

it('says that access lasts until the money of a refund has left, whatever else was agreed', () => {
  for (const cancelAtPeriodEnd of [false, true])
    expect(standingSentence({ ...running, cancelAtPeriodEnd, isBeingRefunded: true }, NOW)).toBe(
      'A refund is on its way. You keep access until the money has left.',
    )
})
