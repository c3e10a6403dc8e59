import { describe, expect, test } from 'vitest'

import { LIVE_STATES, mayActOn, stateAfter, stateAt } from './rules.ts'

const START = new Date('2026-12-03T18:00:00Z')
const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000)

describe('a live session', () => {
  const planned = { state: 'scheduled', startsAt: START, liveAt: null } as const

  test.each([
    [-16, 'scheduled'],
    [-15, 'open'],
    [119, 'open'],
    [120, 'missed'],
  ])('that nobody starts is, %i minutes after its time, %s', (minutes, state) => {
    expect(stateAt(planned, after(minutes))).toBe(state)
  })

  test('that was opened early stays open, and is missed two hours late all the same', () => {
    const open = { ...planned, state: 'open' } as const
    expect([stateAt(open, after(-600)), stateAt(open, after(120))]).toEqual(['open', 'missed'])
  })

  test('is over after twelve hours', () => {
    const live = { state: 'live', startsAt: START, liveAt: after(10) } as const
    expect([stateAt(live, after(10 + 719)), stateAt(live, after(10 + 720))]).toEqual(['live', 'ended'])
  })

  test.each(['ended', 'cancelled', 'missed'] as const)('that is %s stays so', (state) => {
    expect(stateAt({ state, startsAt: START, liveAt: null }, after(100_000))).toBe(state)
  })

  test('moves only forward', () => {
    const moves = ['open', 'start', 'end', 'cancel'] as const
    const allowed = LIVE_STATES.flatMap((state) =>
      moves.flatMap((move) => {
        const next = stateAfter(move, state)
        return next === null ? [] : [`${state} ${move} ${next}`]
      }),
    )
    expect(allowed).toEqual([
      'scheduled open open',
      'scheduled cancel cancelled',
      'open start live',
      'open cancel cancelled',
      'live end ended',
    ])
  })
})

describe('a question', () => {
  const live = { state: 'live', endedAt: null } as const
  const ended = { state: 'ended', endedAt: START } as const
  const DAY = 24 * 60

  test('is taken while the session is live, and by nobody before or after', () => {
    expect(mayActOn('take', 'open', live, START)).toBe(true)
    expect(mayActOn('take', 'open', { state: 'open', endedAt: null }, START)).toBe(false)
    expect(mayActOn('take', 'open', ended, after(1))).toBe(false)
    expect(mayActOn('take', 'held', live, START)).toBe(false)
  })

  test('is answered in writing for fourteen days after the end', () => {
    expect(mayActOn('answer', 'open', ended, after(14 * DAY - 1))).toBe(true)
    expect(mayActOn('answer', 'open', ended, after(14 * DAY))).toBe(false)
    expect(mayActOn('answer', 'withdrawn', ended, after(1))).toBe(false)
  })

  test('is approved only when it is held, and declined until it is answered', () => {
    expect(mayActOn('approve', 'held', live, START)).toBe(true)
    expect(mayActOn('approve', 'open', live, START)).toBe(false)
    expect(mayActOn('decline', 'taken', live, START)).toBe(true)
    expect(mayActOn('decline', 'answered', live, START)).toBe(false)
  })
})
