import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

import { hashSecret, hmacHex, isSameSecret, newSecret, readOrMakeSecretKey } from './secrets.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

function aFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cheers-secrets-'))
  folders.push(folder)
  return folder
}

describe('a secret', () => {
  test('has 256 random bits', () => {
    const made = Array.from({ length: 1000 }, newSecret)
    expect(new Set(made).size).toBe(1000)
    for (const secret of made.slice(0, 10)) {
      expect(secret).toMatch(/^[\w-]{43}$/)
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    }
  })

  test('equals only itself, whatever the lengths', () => {
    const secret = newSecret()
    expect(isSameSecret(secret, secret)).toBe(true)
    for (const other of ['', secret.slice(1), `${secret}x`, secret.toUpperCase(), newSecret()])
      expect(isSameSecret(secret, other)).toBe(false)
  })

  // Vectors of FIPS 180-2 and RFC 4231.
  test('is hashed and signed by the standards', () => {
    expect(hashSecret('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
    expect(hmacHex('Jefe', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })
})

describe("the machine's key", () => {
  test('is made once, kept for its owner alone, and read again', () => {
    const folder = aFolder()
    const key = readOrMakeSecretKey(folder)
    expect(key.length).toBeGreaterThanOrEqual(32)
    expect(readOrMakeSecretKey(folder)).toBe(key)
    expect(fs.statSync(path.join(folder, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(readOrMakeSecretKey(aFolder())).not.toBe(key)
  })

  test('is not invented when the folder cannot be used', () => {
    expect(() => readOrMakeSecretKey(path.join(aFolder(), 'missing'))).toThrow(/ENOENT/)
  })
})
