import { expect, test } from 'vitest'

import { seal, unseal } from './sealing.ts'

const key = { secretKey: 'a secret key for tests only, 32+', purpose: 'payout-details', owner: 'asha' }

test('what is sealed opens with the same key for the same owner, and never looks the same twice', () => {
  const sealed = seal('50100123456789 · अशा', key)
  expect(unseal(sealed, key)).toBe('50100123456789 · अशा')
  expect(sealed.includes('50100123456789')).toBe(false)
  expect(seal('50100123456789 · अशा', key).equals(sealed)).toBe(false)
})

test.each([
  ['another key', { ...key, secretKey: 'another secret key for tests, 32+' }],
  ['another purpose', { ...key, purpose: 'else' }],
  ['another owner', { ...key, owner: 'imani' }],
])('it does not open with %s', (_, wrong) => {
  expect(() => unseal(seal('text', key), wrong)).toThrow()
})

test('it does not open when any bit was changed', () => {
  const sealed = seal('text', key)
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => unseal(changed, key)).toThrow()
  }
})
