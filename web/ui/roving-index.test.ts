import { describe, expect, it } from 'vitest'
import { indexByTyping, nextIndex } from './roving-index.ts'

const vertical: [string, string] = ['ArrowUp', 'ArrowDown']

describe('moving through a menu with the keys', () => {
  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, 0],
    ['ArrowUp', -1, 2],
    ['ArrowUp', 0, 2],
    ['ArrowUp', 2, 1],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['ArrowRight', 0, null],
    ['a', 0, null],
  ])('%s from %i leads to %s', (key, current, next) => {
    expect(nextIndex(key, current, 3, vertical)).toBe(next)
  })

  it('does nothing in an empty menu', () => {
    expect(nextIndex('ArrowDown', -1, 0, vertical)).toBe(null)
  })
})

describe('typing a letter in a menu', () => {
  const labels = ['Profile', 'Privacy Policy', 'Log out']

  it.each([
    ['p', -1, 0],
    ['p', 0, 1],
    ['p', 1, 0],
    ['L', 0, 2],
    ['x', 0, null],
  ])('%s from %i leads to %s', (typed, current, next) => {
    expect(indexByTyping(typed, current, labels)).toBe(next)
  })
})
