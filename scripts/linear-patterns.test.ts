import { describe, expect, test } from 'vitest'

import { readProved } from './linear-patterns.ts'
import { findAllPatterns, findPatterns } from './linear-patterns/find-patterns.ts'
import { findSlowness, written } from './linear-patterns/prove.ts'

/** Built from constants of the same file, anchored, every part of a fixed width. */
const MADE = ['server/platform/http/conditions.ts']

describe('regular expressions that meet input', () => {
  test('take linear time: each is proved once, by npx node scripts/linear-patterns.ts', () => {
    const proved = readProved()
    const unproved = findAllPatterns().literals.filter((pattern) => !proved.has(written(pattern)))
    expect(unproved.map((pattern) => `${pattern.place} ${written(pattern)}`)).toEqual([])
  })

  test('are written in the source as literals', () => {
    const made = findAllPatterns().made.filter((place) => !MADE.some((file) => place.startsWith(`${file}:`)))
    expect(made).toEqual([])
  })

  test('are found, with their place', () => {
    const text = "const a = 'x/y/z'\nexport const b = /a+/gi\nconst c = new RegExp(a)\n"
    expect(findPatterns('server/a.ts', text)).toEqual({
      literals: [{ place: 'server/a.ts:2', source: 'a+', flags: 'gi' }],
      made: ['server/a.ts:3'],
    })
  })

  test.each([
    ['begins anew at each bracket', /<[^>]*>/g],
    ['looks ahead, which nobody can prove', /<(?!\/?[biu]>)[^>]*>/g],
    ['begins anew at each space', /\s+$/],
    ['begins anew at each comment', /\/\*[\s\S]*?\*\//g],
    ['has two ways to read the same', /^(?:a|a)*$/],
    ['repeats what repeats', /^(?:a+)+$/],
  ])('are refused: one that %s', (_, pattern) => {
    expect(findSlowness(pattern)).not.toBeNull()
  })

  test.each([/<[^<>]*>/g, /^\d+$/, /\s+/g, /"[^"]*"/g])('are accepted: %s', (pattern) => {
    expect(findSlowness(pattern)).toBeNull()
  })
})
