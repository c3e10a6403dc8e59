import { describe, expect, it } from 'vitest'

import { after, lifetimeCents, monthlyTwelfths, netChurn, ratePercent } from './formulas.ts'

describe('a figure of the insights', () => {
  it('counts a yearly price by its twelfth, without rounding', () => {
    expect(monthlyTwelfths('monthly', 999)).toBe(11_988)
    expect(monthlyTwelfths('yearly', 10_700)).toBe(10_700)
  })

  it('ends where it started plus what was gained less what was lost', () => {
    expect(after(100, { new: 10, returned: 5, up: 3, down: 2, lost: 20 })).toBe(96)
  })

  it('is hidden for fewer than five people', () => {
    expect(ratePercent(1, 4, 4)).toBeNull()
    expect(ratePercent(1, 5, 5)).toBe(20)
    expect(ratePercent(0, 0, 0)).toBeNull()
  })

  it('may be below zero where members who stay bring more than is lost', () => {
    expect(netChurn(1000, { new: 0, returned: 0, up: 100, down: 0, lost: 50 }, 10)).toBe(-5)
  })

  it('is a lifetime only after twenty losses', () => {
    const facts = {
      mrrCents: 100_000,
      members: 100,
      grossCents: 1000,
      netCents: 900,
      churns: [0.1, 0.1, 0.1],
    }
    expect(lifetimeCents({ ...facts, losses: 19 })).toBeNull()
    // $10 a member, of which 90 % is the creator's, over ten months.
    expect(lifetimeCents({ ...facts, losses: 20 })).toBe(9000)
  })
})
