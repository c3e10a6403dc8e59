import { describe, expect, test } from 'vitest'

import { pseudo } from './pseudo.ts'
import { piecesOf, readAloud, slot } from './rich-text.ts'

const texts = {
  title: 'Your plans',
  count: 3,
  join: (planName: string, price: string) => `Join ${planName}, ${price}`,
  support: (pageName: string) => `You support ${pageName}. Find it in ${slot('link', 'My Subscriptions')}.`,
  kinds: { video: ['A video', 'Videos'] },
} as const

describe('the pseudo-language', () => {
  test('has no plain letter, brackets, and room for longer words', () => {
    const { title } = pseudo(texts)
    expect(title).toMatch(/^\u200F⟦Ýóúŕ þļáñš ñ+⟧$/)
    expect(title.length).toBeGreaterThanOrEqual(Math.ceil('Your plans'.length * 1.4))
    expect(pseudo(texts).kinds.video[0]).toMatch(/^\u200F⟦Á ṽîðéó/)
  })

  test('keeps parameters and whatever is no text', () => {
    expect(pseudo(texts).join('Tipsy', '$9.99')).toMatch(/^\u200F⟦Ĵóîñ Tipsy, \$9\.99 ñ/)
    expect(pseudo(texts).count).toBe(3)
    const at = new Date(0)
    expect(pseudo({ at }).at).toBe(at)
  })

  test('keeps the slots of a message, with their names', () => {
    const pieces = piecesOf(pseudo(texts).support('Asha'))
    expect([pieces[0], pieces[1], pieces[2]]).toEqual([
      '\u200F⟦Ýóú šúþþóŕţ Asha. Ƒîñð îţ îñ ',
      'link',
      'Ḿý Šúƀšçŕîþţîóñš',
    ])
    expect(piecesOf(pseudo(readAloud('for you')))[1]).toBe('aloud')
  })

  test('is applied once', () => {
    expect(pseudo(pseudo('Close'))).toBe(pseudo('Close'))
  })

  test('translates what stands between two texts that are translated already', () => {
    const { of, kind, reports } = pseudo({
      of: (what: string, count: string) => `${what} of Asha, ${count}`,
      kind: 'Page',
      reports: '2 reports',
    })
    expect(of(kind, reports)).toMatch(/^\u200F⟦\u200F⟦Þáĝé ñ+⟧ óƒ Ášĥá, \u200F⟦2 ŕéþóŕţš ñ+⟧ ñ/)
  })
})

test('keeps names', () => {
  expect(pseudo('Cheers')).toBe('Cheers')
  expect(pseudo('Welcome to Cheers')).toMatch(/^\u200F⟦Ŵéļçóḿé ţó Cheers ñ/)
})

test('keeps texts that are only parameters or addresses', () => {
  const write = pseudo((person: { name: string; email: string }) => ({
    to: { name: person.name, address: person.email },
    greeting: `Hello ${person.name},`,
    url: 'https://cheers.example/login',
  }))
  expect(write({ name: 'Ravi', email: 'ravi@example.org' })).toEqual({
    to: { name: 'Ravi', address: 'ravi@example.org' },
    greeting: '\u200F⟦Ĥéļļó Ravi, ñññññ⟧',
    url: 'https://cheers.example/login',
  })
})
