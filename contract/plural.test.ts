import { describe, expect, test } from 'vitest'

import { formatList } from './lists.ts'
import { formatNumber } from './numbers.ts'
import { plural } from './plural.ts'

const creators = { one: '{n} creator', other: '{n} creators' }

describe('counts in sentences', () => {
  test('choose the form of the language', () => {
    expect([0, 1, 2, 21].map((count) => plural(count, creators))).toEqual([
      '0 creators',
      '1 creator',
      '2 creators',
      '21 creators',
    ])
  })

  test('are grouped as the language groups numbers', () => {
    expect(plural(12_345, creators)).toBe('12,345 creators')
    expect(formatNumber(12_345)).toBe('12,345')
  })

  test('may leave the number out', () => {
    expect(plural(1, { one: 'about an hour left', other: 'about {n} hours left' })).toBe('about an hour left')
  })
})

test('lists are joined by the language', () => {
  expect(formatList(['$5', '₹400'], 'disjunction')).toBe('$5 or ₹400')
  expect(formatList(['a', 'b', 'c'])).toBe('a, b and c')
})
