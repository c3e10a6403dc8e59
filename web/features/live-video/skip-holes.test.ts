import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'

import { skipHoles } from './skip-holes.ts'

type Given = Parameters<typeof skipHoles>
type Ranges = readonly (readonly [number, number])[]

function timeRanges(ranges: Ranges) {
  return {
    length: ranges.length,
    start: (index: number) => ranges[index]?.[0],
    end: (index: number) => ranges[index]?.[1],
  }
}

/** An element and a player that say what they are told to. */
function open() {
  const player = new EventEmitter()
  const element = Object.assign(new EventTarget(), {
    currentTime: 0,
    buffered: timeRanges([]),
    played: timeRanges([]),
  })
  skipHoles(
    player as unknown as Given[0],
    { FRAG_BUFFERED: 'buffered', DESTROYING: 'destroying' } as unknown as Given[1],
    element as unknown as Given[2],
  )
  return {
    element,
    loads: (start: number, end: number, ranges: Ranges) => {
      element.buffered = timeRanges(ranges)
      player.emit('buffered', 'buffered', { frag: { start, duration: end - start } })
    },
    seeks: (to: number) => {
      element.currentTime = to
      element.dispatchEvent(new Event('seeking'))
    },
    plays: (from: number, to: number) => {
      element.played = timeRanges([[from, to]])
      element.currentTime = to
    },
    destroy: () => player.emit('destroying'),
  }
}

test('who is brought into what has no picture yet goes on with the next, whatever was loaded again meanwhile', () => {
  // As hls.js did it, with keyframes eight seconds apart.
  const { element, loads, seeks } = open()
  loads(10.034, 12.1, [])
  loads(12.034, 14.1, [])
  loads(12.034, 14.1, [])
  loads(14.034, 16.067, [])
  loads(12.034, 14.034, [[12.014, 16.101]])
  expect(element.currentTime).toBe(0)
  seeks(11.004)
  expect(element.currentTime).toBeCloseTo(12.064)
})

test('the same, where the next picture comes later', () => {
  const { element, loads, seeks } = open()
  loads(10, 12, [])
  seeks(11)
  loads(12, 14, [])
  expect(element.currentTime).toBe(11)
  loads(14, 16, [])
  loads(14, 16, [])
  loads(16, 18, [[16.07, 18]])
  expect(element.currentTime).toBeCloseTo(16.12)
})

test('what hasn’t been loaded is waited for', () => {
  const { element, loads, seeks } = open()
  seeks(11)
  loads(14, 16, [[14, 16]])
  expect(element.currentTime).toBe(11)
  loads(12.2, 14, [[12.2, 16]])
  expect(element.currentTime).toBe(11)
  loads(11, 12.2, [[11, 16]])
  expect(element.currentTime).toBe(11)
})

test('who seeks to what isn’t kept any more waits for it', () => {
  const { element, loads, seeks, plays } = open()
  for (let start = 0; start < 100; start += 2) loads(start, start + 2, [[0, start + 2]])
  plays(0, 99)
  loads(100, 102, [[40, 102]])
  seeks(20)
  expect(element.currentTime).toBe(20)
  loads(102, 104, [[40, 104]])
  expect(element.currentTime).toBe(20)
  loads(20, 22, [
    [20, 22],
    [40, 104],
  ])
  expect(element.currentTime).toBe(20)
})

test('who seeks into a hole that is known goes on at once, also once a player has gone its way', () => {
  const { element, loads, seeks, plays, destroy } = open()
  loads(0, 2, [[0, 2]])
  plays(0, 1)
  loads(2, 4, [[0, 2]])
  const ranges: Ranges = [
    [0, 2],
    [4, 6],
  ]
  loads(4, 6, ranges)
  seeks(3)
  expect(element.currentTime).toBeCloseTo(4.05)
  destroy()
  seeks(3)
  expect(element.currentTime).toBe(3)
})
