import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { id } from '#contract/fields.ts'

import { newId, newSuffix } from './ids.ts'

describe('an id', () => {
  test('is a version 7 UUID that tells when it was made', () => {
    const now = new Date('2026-03-29T01:02:03.456Z')
    const made = newId(now)
    expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(made.replaceAll('-', '').slice(0, 12), 16)).toBe(now.getTime())
    expect(z.parse(id(), made)).toBe(made)
  })

  test('sorts by the moment it was made', () => {
    const moments = [0, 1, 999, 1000, 2 ** 31, 2 ** 32, Date.now(), 2 ** 47]
    const made = moments.map((moment) => newId(new Date(moment)))
    expect(made.toSorted()).toEqual(made)
  })

  test('differs from every other one made at the same moment', () => {
    const now = new Date()
    expect(new Set(Array.from({ length: 10_000 }, () => newId(now))).size).toBe(10_000)
  })
})

describe('a suffix', () => {
  test('is readable, without look-alikes, and hardly ever the same', () => {
    const made = Array.from({ length: 2000 }, newSuffix)
    expect(made.every((suffix) => /^[a-hjkmnp-z2-9]{8}$/.test(suffix))).toBe(true)
    expect(new Set(made).size).toBe(2000)
  })
})
