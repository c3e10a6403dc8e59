import { expect, test } from 'vitest'

import { mentionOf } from '#contract/channels/body.ts'

import { mentionBefore, shownParts, toBody, toTyped } from './body-parts.ts'

const ANA = { _id: '01900000-0000-7000-8000-000000000001', name: 'Ana' }
const ANA_MARIA = { _id: '01900000-0000-7000-8000-000000000002', name: 'Ana Maria' }

test('addresses become links, without the punctuation behind them', () => {
  expect(shownParts('See https://example.com/a?b=(c), or (http://x.org).', [], '')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'https://example.com/a?b=(c' },
    { kind: 'text', text: '), or (http://x.org).' },
  ])
  expect(shownParts('javascript:alert(1) https://', [], '')).toEqual([
    { kind: 'text', text: 'javascript:alert(1) https://' },
  ])
})

test('people are shown by the name they have now, and former members as such', () => {
  const body = `Thanks ${mentionOf(ANA._id)} and ${mentionOf(ANA_MARIA._id)}!`
  expect(
    shownParts(body, [ANA, { ...ANA_MARIA, name: null }], 'Former member').map(({ text }) => text),
  ).toEqual(['Thanks ', '@Ana', ' and ', '@Former member', '!'])
})

test('what is typed becomes a text with ids, the longer of two names first, and back', () => {
  const typed = '@Ana Maria, meet @Ana.'
  const body = toBody(typed, [ANA, ANA_MARIA])
  expect(body).toBe(`${mentionOf(ANA_MARIA._id)}, meet ${mentionOf(ANA._id)}.`)
  expect(toTyped(body, [ANA, ANA_MARIA], '')).toBe(typed)
})

test('a name is being typed after an @ that begins a word, and in no e-mail address', () => {
  expect(mentionBefore('Hi @An', 6)).toEqual({ start: 3, q: 'An' })
  expect(mentionBefore('@', 1)).toEqual({ start: 0, q: '' })
  expect(mentionBefore('me@example', 10)).toBeNull()
  expect(mentionBefore('Hi @ there', 10)).toBeNull()
})
