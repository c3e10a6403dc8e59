import { expect, test } from 'vitest'

import { decrypt, encrypt, encryptionHeader } from './encryption.ts'

const key = {
  secretKey: 'a secret key for tests only, 32+',
  previousSecretKey: null,
  purpose: 'payout-details',
  owner: 'asha',
}
const next = { ...key, secretKey: 'the key that came after it, 32+!', previousSecretKey: key.secretKey }

test('a text decrypts with the same key for the same owner, and never encrypts to the same bytes twice', () => {
  const encrypted = encrypt('50100123456789 · अशा', key)
  expect(decrypt(encrypted, key)).toBe('50100123456789 · अशा')
  expect(encrypted.includes('50100123456789')).toBe(false)
  expect(encrypt('50100123456789 · अशा', key).equals(encrypted)).toBe(false)
})

test.each([
  ['another key', { ...key, secretKey: 'another secret key for tests, 32+' }],
  ['another purpose', { ...key, purpose: 'else' }],
  ['another owner', { ...key, owner: 'imani' }],
])('it does not decrypt with %s', (_, wrong) => {
  expect(() => decrypt(encrypt('text', key), wrong)).toThrow()
})

test('it does not decrypt when any bit was changed', () => {
  const encrypted = encrypt('text', key)
  for (let index = 0; index < encrypted.length; index += 1) {
    const changed = Buffer.from(encrypted)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => decrypt(changed, key)).toThrow()
  }
})

test('after a key change old texts still decrypt with the previous key, and new ones name the new key', () => {
  const before = encrypt('text', key)
  expect(decrypt(before, next)).toBe('text')
  const after = encrypt('text', next)
  expect(after.subarray(0, 5)).toEqual(encryptionHeader(next))
  expect(before.subarray(0, 5)).not.toEqual(encryptionHeader(next))
  expect(decrypt(after, next)).toBe('text')
  expect(() => decrypt(after, key)).toThrow('a key that is not configured')
  expect(() => decrypt(before, { ...next, previousSecretKey: null })).toThrow('a key that is not configured')
})

/** As it was encrypted before keys had ids: with `key`, for `asha`. */
const WITHOUT_ID = Buffer.from('AZ39mG8W7z7Kwwq48Jq+GKzN0BIiogO/G8CenL43Lon+', 'base64')

test('a text encrypted before keys had ids decrypts with either', () => {
  expect(decrypt(WITHOUT_ID, key)).toBe('text')
  expect(decrypt(WITHOUT_ID, next)).toBe('text')
  expect(() => decrypt(WITHOUT_ID, { ...next, previousSecretKey: null })).toThrow()
})
