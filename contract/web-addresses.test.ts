import { expect, test } from 'vitest'

import { hasHiddenCharacters, withoutHiddenCharacters } from './visible-text.ts'
import { hasWebAddress } from './web-addresses.ts'

test.each([
  'Click https://evil.example to win',
  'HTTPS://EVIL',
  'ftp://files',
  'www.evil',
  'see WWW.evil.test',
  'evil.com',
  'Evil.Com!',
  'a.b.evil.co',
  'bit.ly/x',
  'anything.odd/path',
  'evil。com',
  'evil．ｃｏｍ',
  'evil.xn--p1ai',
  'mail me@evil.org now',
])('%s carries a web address', (name) => expect(hasWebAddress(name)).toBe(true))

test.each([
  'Nila Bose',
  'J. R. Rao',
  'J.R. Rao',
  'St.John',
  'nila.bose',
  'Node.js',
  'आशा राव',
  'Dr. Me',
  'and/or',
  'v2.0',
  '...com',
  '',
])('%j is a name', (name) => expect(hasWebAddress(name)).toBe(false))

test.each([
  'a\nb',
  'a\rb',
  'a\u2028b',
  'a\u202Eb',
  'a\u2066b',
  'a\u200Fb',
  'a\u200Bb',
  'a\u0000b',
  'a\uE000b',
  'a\uD800',
])('%j hides characters, which can be taken out', (name) => {
  expect(hasHiddenCharacters(name)).toBe(true)
  expect(hasHiddenCharacters(withoutHiddenCharacters(name))).toBe(false)
})

test('joiners of Indian scripts and of emoji are allowed', () => {
  for (const name of ['क्\u200Dष', 'क्\u200Cष', '👩\u200D🎨']) expect(hasHiddenCharacters(name)).toBe(false)
})

test('a long text takes time in proportion to its length', () => {
  for (const piece of ['a', '.', 'a.', '://', 'www', '-', '.co-'])
    expect(typeof hasWebAddress(piece.repeat(200_000))).toBe('boolean')
})
