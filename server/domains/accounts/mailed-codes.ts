import { randomInt } from 'node:crypto'

import type { Db } from '#server/platform/db/query.ts'

import { issueMailToken, redeemMailToken } from './mail-tokens.ts'

/** The action a mailed code proves the owner for. Each is worth nothing for the others. */
export type CodePurpose = 'delete' | 'password' | 'prove'

/** The person is part of the secret: eight digits alone would match someone's. */
function secretOf(userId: string, code: string): string {
  return `${userId}:${code}`
}

/** Makes a code of eight digits that works once, for an hour, and voids the older one for the same. */
export async function issueMailedCode(
  db: Db,
  { userId, purpose, now }: { userId: string; purpose: CodePurpose; now: Date },
): Promise<string> {
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  await issueMailToken(db, { userId, purpose, now, secret: secretOf(userId, code) })
  return code
}

/** Uses a code: returns whether it was this person's, for this, and still valid. */
export async function redeemMailedCode(
  db: Db,
  { userId, purpose, code, now }: { userId: string; purpose: CodePurpose; code: string; now: Date },
): Promise<boolean> {
  const redeemed = await redeemMailToken(db, { token: secretOf(userId, code), purpose, now })
  return redeemed?.userId === userId
}
