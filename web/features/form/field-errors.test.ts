import { describe, expect, it } from 'vitest'

import { accountMessages } from '#contract/accounts/messages.ts'
import { credentials, registration } from '#contract/accounts/rules.ts'

import { fieldErrors } from './field-errors.ts'

describe('a form says what is wrong, field by field', () => {
  it('with the first thing only', () => {
    expect(fieldErrors(credentials, { email: '', password: '' })).toEqual({
      email: accountMessages.emailRequired,
      password: accountMessages.passwordRequired,
    })
  })

  it('and nothing when all is well', () => {
    expect(fieldErrors(credentials, { email: 'asha@example.com', password: 'x' })).toEqual({})
  })

  it('also across fields: a repeated password that differs', () => {
    const form = {
      name: 'Asha',
      username: 'asha',
      email: 'asha@example.com',
      password: 'a long enough one',
      confirmPassword: 'another one',
    }
    expect(fieldErrors(registration, form)).toEqual({ confirmPassword: accountMessages.passwordsDoNotMatch })
  })
})
