import { describe, expect, it } from 'vitest'

import { createPlayedTime } from './played-time.ts'

/** Whether playing through these seconds, checked four times a second, was ever enough; and how often. */
function enough(from: number, to: number, played = createPlayedTime()): number {
  let times = 0
  for (let second = from; second <= to; second += 0.25) if (played.isEnough(second, false)) times += 1
  return times
}

describe('played time', () => {
  it('counts as opened after ten seconds, once', () => {
    expect(enough(0, 9.75)).toBe(0)
    expect(enough(0, 60)).toBe(1)
  })

  it('does not count skipped parts', () => {
    const played = createPlayedTime()
    expect(enough(0, 4, played)).toBe(0)
    expect(enough(300, 304, played)).toBe(0)
    expect(enough(20, 23, played)).toBe(1)
  })

  it('counts a shorter recording played to its end', () => {
    const played = createPlayedTime()
    expect(enough(0, 3, played)).toBe(0)
    expect(played.isEnough(3, true)).toBe(true)
    expect(createPlayedTime().isEnough(3, true)).toBe(false)
  })

  it('counts as completed once nine tenths are behind somebody who has played enough', () => {
    const played = createPlayedTime()
    // Whoever only jumps to the end has played nothing.
    expect(played.isComplete(95, 100)).toBe(false)
    enough(0, 12, played)
    expect(played.isComplete(89.9, 100)).toBe(false)
    expect(played.isComplete(12, Number.NaN)).toBe(false)
    expect(played.isComplete(90, 100)).toBe(true)
    expect(played.isComplete(95, 100)).toBe(false)
  })
})
