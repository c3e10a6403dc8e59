import { expect, it } from 'vitest'

import { strengthOf } from './password-strength.ts'

it.each([
  ['', 'short'],
  ['lamps42', 'short'],
  ['password1', 'weak'],
  ['12345678', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['Asharao-2026', 'weak'],
  ['otterlamp', 'good'],
  ['Otter-lamp-42', 'strong'],
  ['a quiet table by the window', 'strong'],
] as const)('%j is %s', (password, strength) => {
  expect(strengthOf(password, ['Asha', 'asharao', ''])).toBe(strength)
})
