import { describe, expect, it } from 'vitest'

import { whenText } from './when-text.ts'

const NOW = new Date('2026-03-14T12:00:00Z')

function ago(seconds: number): string {
  return whenText(new Date(NOW.getTime() - seconds * 1000).toISOString(), NOW)
}

describe('a time on screen', () => {
  it.each([
    [1, '1 second ago'],
    [59, '59 seconds ago'],
    [60, '1 minute ago'],
    [3599, '59 minutes ago'],
    [3600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [86_400, '1 day ago'],
    [2 * 86_400, '2 days ago'],
    [604_799, '6 days ago'],
    [604_800, '1 week ago'],
    [2_629_799, '4 weeks ago'],
    [2_629_800, '1 month ago'],
    [31_557_599, '11 months ago'],
    [31_557_600, '1 year ago'],
  ])('%i seconds ago reads "%s"', (seconds, text) => {
    expect(ago(seconds)).toBe(text)
  })

  it('is never in the future when the clocks of server and reader differ', () => {
    expect(ago(0)).toBe('just now')
    expect(ago(-120)).toBe('just now')
  })
})
