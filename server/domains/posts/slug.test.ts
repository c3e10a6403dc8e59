import { describe, expect, test } from 'vitest'

import { numbered, slugOf } from './slug.ts'

describe('the address made from a title', () => {
  test.each([
    ['The rain in March', 'the-rain-in-march'],
    ['  Tea & <talk>: part 2!  ', 'tea-talk-part-2'],
    ['Crème brûlée, Ångström', 'creme-brulee-angstrom'],
    ['Don’t stop', 'dont-stop'],
    ['ﬁne ½ ①', 'fine-1-2-1'],
    ['मेरी पहली चाय', 'मेरी-पहली-चाय'],
    ['日本のお茶', '日本のお茶'],
    ['Чай и мёд', 'чай-и-мёд'],
    ['안녕하세요', '안녕하세요'],
    ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
    ['soft\u00adhyphen zero\u200bwidth \u202eright', 'softhyphen-zerowidth-right'],
  ])('%j is %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug)
  })

  test.each(['', ' !? ', '🍵', '\u3164', '0199f0c4-6d1e-7c53-9a7e-2f6d1c0b8a51'])(
    '%j has none, and the id is used',
    (title) => {
      expect(slugOf(title)).toBeNull()
    },
  )

  test('ends with a whole word within 80 characters', () => {
    expect(slugOf('slowly '.repeat(20))).toBe(Array.from({ length: 11 }, () => 'slowly').join('-'))
    expect(slugOf('a'.repeat(150))).toBe('a'.repeat(80))
    expect(slugOf('𝒳𝒴'.repeat(60))).toHaveLength(80)
    expect(Array.from(slugOf('चा'.repeat(60)) ?? '')).toHaveLength(80)
  })

  test('stays within 80 characters with a number', () => {
    expect(numbered('the-rain', 2)).toBe('the-rain-2')
    const long = slugOf('slowly '.repeat(20)) ?? ''
    expect(numbered(long, 12)).toBe(`${Array.from({ length: 11 }, () => 'slowly').join('-')}-12`)
    expect(numbered('a'.repeat(80), 12)).toBe(`${'a'.repeat(77)}-12`)
  })

  test('is the same made from itself', () => {
    for (const title of ['Crème brûlée', 'मेरी पहली चाय', 'Чай и мёд']) {
      const slug = slugOf(title)
      expect(slugOf(slug ?? '')).toBe(slug)
    }
  })
})
