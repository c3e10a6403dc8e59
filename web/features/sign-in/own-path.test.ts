import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'

import { loginPath, ownPath, START_PATH } from './own-path.ts'

describe('after signing in, the address says where to continue', () => {
  it.each(['/asha', '/payment-success/123', '/asha?plan=tipsy#plans', '/subscriptions'])('%s', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  it.each([
    null,
    '',
    'asha',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/./\\evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    '\\\\evil.example',
  ])('but %j leads to the start', (path) => {
    expect(ownPath(path)).toBe(START_PATH)
  })

  it('never leaves our own site, whatever the address holds', () => {
    const parts = constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '\t',
      '\n',
      ':',
      '@',
      '?',
      '#',
      'evil.example',
      'http:',
      '%2f',
    )
    assert(
      property(array(parts, { maxLength: 8 }), (pieces) => {
        const target = new URL(ownPath(pieces.join('')), 'https://cheers.example')
        expect(target.origin).toBe('https://cheers.example')
      }),
    )
  })

  it('a path survives the login page', () => {
    const path = '/asha?plan=tipsy&yearly=1#plans'
    expect(ownPath(new URL(loginPath(path), 'https://cheers.example').searchParams.get('next'))).toBe(path)
  })
})
