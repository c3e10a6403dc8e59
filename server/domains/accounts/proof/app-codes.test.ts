import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'

import { appAddress, decryptSecret, encryptSecret, newAppSecret, stepOfCode } from './app-codes.ts'

/** The secret of the vectors: "12345678901234567890". */
const SECRET = Secret.fromLatin1('12345678901234567890').base32

const at = (seconds: number) => new Date(seconds * 1000)

describe('a code from an authenticator app', () => {
  // RFC 6238, appendix B, for SHA-1. It has eight digits; six are their end.
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('%i seconds after 1970 is that of RFC 6238', (seconds, vector) => {
    expect(stepOfCode(SECRET, vector.slice(2), at(seconds))).toBe(Math.floor(seconds / 30))
  })

  test('counts thirty seconds before its time and after it, and not a second longer', () => {
    const [code, step] = ['050471', Math.floor(1_111_111_111 / 30)]
    const [first, last] = [(step - 1) * 30, (step + 2) * 30 - 1]
    expect(stepOfCode(SECRET, code, at(first))).toBe(step)
    expect(stepOfCode(SECRET, code, at(last))).toBe(step)
    expect(stepOfCode(SECRET, code, at(first - 1))).toBeNull()
    expect(stepOfCode(SECRET, code, at(last + 1))).toBeNull()
  })

  test.each(['050472', '', '50471', 'abcdef', '0504711'])('is not %j', (code) => {
    expect(stepOfCode(SECRET, code, at(1_111_111_111))).toBeNull()
  })
})

test('the QR code says what every app reads, with the address in it', () => {
  const address = new URL(appAddress(SECRET, 'asha@example.com'))
  expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Cheers:asha@example.com',
  ])
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Cheers',
    secret: SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('a secret has 160 bits, and opens with its owner and either key alone', () => {
  const secret = newAppSecret()
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
  const keys = { secretKey: 'the present key', config: { previousSecretKey: null } }
  const encrypted = encryptSecret(keys, 'asha', secret)
  expect(encrypted.includes(Buffer.from(secret))).toBe(false)
  expect(decryptSecret(keys, 'asha', encrypted)).toBe(secret)
  expect(() => decryptSecret(keys, 'ravi', encrypted)).toThrow()
  const later = { secretKey: 'the next key', config: { previousSecretKey: 'the present key' } }
  expect(decryptSecret(later, 'asha', encrypted)).toBe(secret)
  expect(() => decryptSecret({ ...later, config: { previousSecretKey: null } }, 'asha', encrypted)).toThrow()
})
