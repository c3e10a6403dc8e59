import { describe, expect, test } from 'vitest'

import { findTextFunctions } from './linear-texts/find-text-functions.ts'
import { findGrowth } from './linear-texts/measure.ts'
import { MEASURED, OF_OURS } from './linear-texts/measured.ts'

const PATIENCE_MS = 600_000

describe('functions that are given texts', () => {
  test('are measured here, or given nothing that strangers write', () => {
    const found = findTextFunctions()
    const known = new Set([...Object.keys(MEASURED), ...OF_OURS])
    const isKnown = (name: string) => known.has(name) || known.has(name.split('#')[0] ?? '')
    expect(found.filter((name) => !isKnown(name))).toEqual([])
    expect(OF_OURS.filter((place) => !found.some((name) => name.startsWith(place)))).toEqual([])
  })

  test.each(Object.keys(MEASURED))(
    'take time that grows with the text, and not with its square: %s',
    async (name) => {
      const work = await MEASURED[name]?.()
      expect(work && findGrowth(work)).toBeNull()
    },
    PATIENCE_MS,
  )
})

describe('a function that isn’t linear is found', () => {
  const countOf = (text: string, character: string) => text.split(character).length
  test.each<[string, (text: string) => unknown]>([
    [
      'takes one bracket after the other away, and counts them each time',
      (text) => {
        let left = text.slice(0, 2048)
        while (left.endsWith(')') && countOf(left, '(') < countOf(left, ')')) left = left.slice(0, -1)
        return left
      },
    ],
    ['begins anew at each space', (text) => text.replace(/\s+$/, '')],
  ])('that %s', (_, work) => {
    expect(findGrowth(work)).not.toBeNull()
  })

  test('and one that is linear isn’t', () => {
    expect(findGrowth((text) => text.toLowerCase().split(/[<&]/).join('x'))).toBeNull()
  })
})
