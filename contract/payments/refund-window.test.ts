import { describe, expect, it } from 'vitest'

import { availableFrom, pendingSince } from './refund-window.ts'

const PAID_AT = new Date('2026-03-01T10:00:00.000Z')

describe('the refund window', () => {
  it('ends seven days after the payment, to the millisecond', () => {
    expect(availableFrom(PAID_AT).toISOString()).toBe('2026-03-08T10:00:00.000Z')
  })

  it.each(['2026-03-08T09:59:59.999Z', '2026-03-08T10:00:00.000Z', '2026-03-08T10:00:00.001Z'])(
    'is the same seen from the payment and from %s',
    (moment) => {
      const now = new Date(moment)
      expect(PAID_AT > pendingSince(now)).toBe(availableFrom(PAID_AT) > now)
    },
  )

  it('is just as long across a clock change: days are 24 hours in UTC', () => {
    const beforeSummer = new Date('2026-03-28T23:30:00.000Z')
    expect(availableFrom(beforeSummer).toISOString()).toBe('2026-04-04T23:30:00.000Z')
  })
})
