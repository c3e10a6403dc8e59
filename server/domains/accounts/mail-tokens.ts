import type { Db } from '#server/platform/db/query.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'

import {
  deleteUnusedMailTokens,
  findMailTokenUserId,
  insertMailToken,
  lockMailToken,
  lockUser,
  type MailTokenPurpose,
  markMailTokenUsed,
} from './queries.ts'

const LIFETIME_MS: Record<MailTokenPurpose, number> = {
  activate: 24 * 3_600_000,
  reset: 3_600_000,
  delete: 3_600_000,
  password: 3_600_000,
}

/** Mail scanners open links before people do; within this time an activation that already worked still says so. */
const ACTIVATION_REPEAT_MS = 600_000

/** Makes a link's secret and voids the older ones of its kind. */
export async function issueMailToken(
  db: Db,
  {
    userId,
    purpose,
    now,
    secret: token = newSecret(),
  }: { userId: string; purpose: MailTokenPurpose; now: Date; secret?: string },
): Promise<string> {
  await deleteUnusedMailTokens(db, userId, [purpose])
  await insertMailToken(db, {
    hash: hashSecret(token),
    purpose,
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS[purpose]),
  })
  return token
}

/**
 * Uses a link: returns its user, or null when it is unknown, expired, or used up. Locks the account before the link,
 * like everything else that voids links.
 */
export async function redeemMailToken(
  db: Db,
  { token, purpose, now }: { token: string; purpose: MailTokenPurpose; now: Date },
): Promise<{ userId: string } | null> {
  const hash = hashSecret(token)
  const userId = await findMailTokenUserId(db, hash, purpose)
  if (userId === null) return null
  await lockUser(db, userId)
  const row = await lockMailToken(db, hash, purpose)
  if (!row || row.expiresAt <= now) return null
  if (row.usedAt) {
    const isRepeat = purpose === 'activate' && now.getTime() - row.usedAt.getTime() < ACTIVATION_REPEAT_MS
    return isRepeat ? { userId: row.userId } : null
  }
  await markMailTokenUsed(db, hash, now)
  return { userId: row.userId }
}
