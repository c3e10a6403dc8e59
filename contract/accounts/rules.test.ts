import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { accountMessages as messages } from './messages.ts'
import { credentials, emailAddress, newPassword, registration, username } from './rules.ts'

function refusalOf(schema: z.core.$ZodType, typed: unknown): string | null {
  const parsed = z.safeParse(schema, typed)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '')
}

describe('an e-mail address', () => {
  test.each([
    ['nila@example.org', 'nila@example.org'],
    ['  Nila.Bose+cheers@Example.ORG ', 'nila.bose+cheers@example.org'],
    ["o'neil@mail.example.co.in", "o'neil@mail.example.co.in"],
    ['नीला@उदाहरण.भारत', 'नीला@उदाहरण.भारत'],
  ])('%j is read as %j', (typed, address) => {
    expect(z.parse(emailAddress, typed)).toBe(address)
  })

  test.each([
    ['', messages.emailRequired],
    ['   ', messages.emailRequired],
    [undefined, messages.emailRequired],
    [null, messages.emailRequired],
    ['nila', messages.emailInvalid],
    ['nila@', messages.emailInvalid],
    ['@example.org', messages.emailInvalid],
    ['nila@example', messages.emailInvalid],
    ['nila@example..org', messages.emailInvalid],
    ['ni la@example.org', messages.emailInvalid],
    ['nila@example.org, eve@example.org', messages.emailInvalid],
    ['nila@example.org\nBcc: eve@example.org', messages.emailInvalid],
    ['"Nila" <nila@example.org>', messages.emailInvalid],
    [`${'a'.repeat(250)}@example.org`, messages.emailInvalid],
  ])('%j is refused with %j', (typed, message) => {
    expect(refusalOf(emailAddress, typed)).toBe(message)
  })

  // A pattern that backtracks over these would run into the test's timeout.
  test.each([`a@${'a.'.repeat(120)}@`, `${'@'.repeat(253)}a`])('%j does not confuse', (typed) => {
    expect(refusalOf(emailAddress, typed)).toBe(messages.emailInvalid)
  })
})

describe('a new password', () => {
  test.each(['12345678', 'a'.repeat(128), '        ', 'पासवर्ड-लंबा'])('can be %j, untouched', (typed) => {
    expect(z.parse(newPassword, typed)).toBe(typed)
  })

  test.each([
    ['', messages.passwordRequired],
    ['1234567', messages.passwordTooShort],
    ['a'.repeat(129), messages.passwordTooLong],
  ])('%j is refused with %j', (typed, message) => {
    expect(refusalOf(newPassword, typed)).toBe(message)
  })
})

describe('a username', () => {
  test.each(['nila', 'nila.bose', 'Nila_B-1', 'नीला', ' nila '])('can be %j', (typed) => {
    expect(z.parse(username, typed)).toBe(typed.trim())
  })

  test.each(['ni la', 'ni/la', 'ni<la', 'nila@x', 'nila\u0000', 'ni\u202Ela'])('cannot be %j', (typed) => {
    expect(refusalOf(username, typed)).toBe(messages.usernameFormat)
  })

  test('has at most thirty characters', () => {
    expect(refusalOf(username, 'a'.repeat(30))).toBeNull()
    expect(refusalOf(username, 'a'.repeat(31))).toBe('Please use at most 30 characters.')
  })
})

describe('the forms', () => {
  test('drop fields that are not part of them', () => {
    const form = { email: 'nila@example.org', password: 'x', isAdmin: true, __proto__: { isAdmin: true } }
    expect(Object.keys(z.parse(credentials, form))).toEqual(['email', 'password'])
  })

  test('compare both passwords exactly', () => {
    const form = { name: 'Nila', username: 'nila', email: 'nila@example.org', password: 'Quiet-otter' }
    expect(refusalOf(registration, { ...form, confirmPassword: 'Quiet-otter' })).toBeNull()
    expect(refusalOf(registration, { ...form, confirmPassword: 'quiet-otter' })).toBe(
      'Passwords do not match',
    )
    expect(refusalOf(registration, { ...form, confirmPassword: 'Quiet-otter ' })).toBe(
      'Passwords do not match',
    )
  })
})
