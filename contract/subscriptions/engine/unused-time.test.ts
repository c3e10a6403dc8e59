import { describe, expect, test } from 'vitest'

import { returnsOf, unusedCents } from './unused-time.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const month = { amountCents: 3000, from: day(1), until: day(31) }
const payment = (paymentId: string, paid = month, leftCents = paid.amountCents) => ({
  ...paid,
  paymentId,
  paidAt: paid.from,
  leftCents,
})

describe('the unused part of a payment', () => {
  test('is its share of the seconds from then on', () => {
    expect(unusedCents(month, day(11))).toBe(2000)
    expect(unusedCents(month, day(30))).toBe(100)
    expect(unusedCents({ ...month, amountCents: 999 }, day(21))).toBe(333)
  })

  test('is all of a payment for later time, and nothing of one for past time', () => {
    expect(unusedCents(month, new Date(Date.UTC(2025, 11, 1)))).toBe(3000)
    expect(unusedCents(month, day(31))).toBe(0)
    expect(unusedCents({ ...month, until: month.from }, day(1))).toBe(0)
  })
})

describe('the refund for a membership', () => {
  test('is the unused share of each payment, an upgrade with the period it was made in', () => {
    const upgrade = payment('upgrade', { amountCents: 2000, from: day(11), until: day(31) })
    expect(returnsOf([upgrade, payment('period')], null, day(21))).toEqual([
      { paymentId: 'upgrade', cents: 1000 },
      { paymentId: 'period', cents: 1000 },
    ])
  })

  test('is never more than what is left of the payments', () => {
    expect(returnsOf([payment('period', month, 500)], null, day(11))).toEqual([
      { paymentId: 'period', cents: 500 },
    ])
    expect(returnsOf([payment('period')], null, day(31))).toEqual([])
  })

  test('counts time from a dearer plan by its worth, from the payments before it', () => {
    const credit = { amountCents: 2000, from: day(11), until: day(31 + 20), appliedAt: day(11) }
    // Half of the credit is left; the newest payment has too little, so the one before gives the rest.
    const payments = [
      payment('newer', { ...month, from: day(2) }, 400),
      payment('older', { ...month, from: day(1), until: day(2) }),
    ]
    expect(returnsOf(payments, credit, day(31))).toEqual([
      { paymentId: 'newer', cents: 400 },
      { paymentId: 'older', cents: 600 },
    ])
  })
})
