import { expect, test } from 'vitest'

import { meantWordsOf, wholeTypedWordsOf, typedWordsOf } from './typed-words.ts'

test('words are searched as beginnings, and nothing that is typed is syntax', () => {
  expect(typedWordsOf("Salt & (o'clock)")).toBe('salt:* & o & clock:*')
  expect(typedWordsOf('!?')).toBeNull()
  expect(wholeTypedWordsOf("Salt & (o'clock)")).toBe('salt & o & clock')
  expect(wholeTypedWordsOf('!?')).toBeNull()
})

test('a slip is two letters in the wrong order, or one too many', () => {
  const meant = meantWordsOf('sogn')
  expect(meant).toContain('song')
  expect(meant).toContain('son')
  expect(meantWordsOf('gllaze')).toContain('glaze')
})

test('short, long and many words are not guessed at', () => {
  expect(meantWordsOf('ash')).toBeNull()
  expect(meantWordsOf('incomprehensibilities')).toBeNull()
  expect(meantWordsOf('one two three four')).toBeNull()
  expect(meantWordsOf('an ocaen')).toMatch(/^an & \(/)
})
