import { randomBytes } from 'node:crypto'

import { RECOVERY_CODE_COUNT } from '#contract/accounts/proof-rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { hashSecret } from '#server/platform/secrets.ts'

import { saveRecoveryCodes, takeRecoveryCode } from './factor-queries.ts'

/** Crockford's: no letters that look like digits or like each other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 16

/** Ten new codes of 80 bits, written in groups of four; the old ones stop working. Only their hashes are kept. */
export async function issueRecoveryCodes(db: Db, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newCode)
  await saveRecoveryCodes(db, userId, codes.map(hashSecret), now)
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

/** Uses a code up, as `readCode` reads it. */
export function redeemRecoveryCode(db: Db, userId: string, code: string, now: Date): Promise<boolean> {
  return takeRecoveryCode(db, userId, hashSecret(code), now)
}

/** Five bits of each byte. */
function newCode(): string {
  return Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
