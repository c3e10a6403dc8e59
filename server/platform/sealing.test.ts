import { expect, test } from 'vitest'

import { seal, sealHeader, unseal } from './sealing.ts'

const key = {
  secretKey: 'a secret key for tests only, 32+',
  previousSecretKey: null,
  purpose: 'payout-details',
  owner: 'asha',
}
const next = { ...key, secretKey: 'the key that came after it, 32+!', previousSecretKey: key.secretKey }

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

test('after the key was changed it still opens with the one before, and what is sealed now says so', () => {
  const before = seal('text', key)
  expect(unseal(before, next)).toBe('text')
  const after = seal('text', next)
  expect(after.subarray(0, 5)).toEqual(sealHeader(next))
  expect(before.subarray(0, 5)).not.toEqual(sealHeader(next))
  expect(unseal(after, next)).toBe('text')
  expect(() => unseal(after, key)).toThrow('a key that is not configured')
  expect(() => unseal(before, { ...next, previousSecretKey: null })).toThrow('a key that is not configured')
})

/** As it was sealed before keys had ids: with `key`, for `asha`. */
const WITHOUT_ID = Buffer.from('AZ39mG8W7z7Kwwq48Jq+GKzN0BIiogO/G8CenL43Lon+', 'base64')

test('what was sealed before keys had ids opens with either', () => {
  expect(unseal(WITHOUT_ID, key)).toBe('text')
  expect(unseal(WITHOUT_ID, next)).toBe('text')
  expect(() => unseal(WITHOUT_ID, { ...next, previousSecretKey: null })).toThrow()
})
