import { EMAIL_UNDO_DAYS, LOST_FACTORS_DAYS } from '#contract/accounts/proof-rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'

import {
  deleteUnusedMailTokens,
  findMailTokenUserId,
  insertMailToken,
  lockMailToken,
  lockUser,
  type MailTokenPurpose,
  type MailTokenRow,
  markMailTokenUsed,
} from './queries.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

const LIFETIME_MS: Record<MailTokenPurpose, number> = {
  activate: DAY_MS,
  reset: 3_600_000,
  delete: 3_600_000,
  password: 3_600_000,
  prove: 3_600_000,
  'not-me': WEEK_MS,
  // Short: whoever reads the mailbox can take a factor away again for as long.
  'not-my-factor': 2 * DAY_MS,
  'email-old': DAY_MS,
  'email-new': DAY_MS,
  'email-undo': EMAIL_UNDO_DAYS * DAY_MS,
  'keep-factors': LOST_FACTORS_DAYS * DAY_MS,
}

/** Mail scanners open links before people do; within this time an activation that already worked still says so. */
const ACTIVATION_REPEAT_MS = 600_000

/** Of these there may be several at a time, about different things or in several mails. */
const OF_SUBJECTS: ReadonlySet<MailTokenPurpose> = new Set([
  'not-me',
  'not-my-factor',
  'email-undo',
  'keep-factors',
])

/** Makes a link's secret; unless it is about one thing among several, it voids the older ones of its kind. */
export async function issueMailToken(
  db: Db,
  {
    userId,
    purpose,
    subjectId = null,
    deviceMark = null,
    now,
    secret: token = newSecret(),
  }: {
    userId: string
    purpose: MailTokenPurpose
    subjectId?: string | null
    deviceMark?: Buffer | null
    now: Date
    secret?: string
  },
): Promise<string> {
  if (!OF_SUBJECTS.has(purpose)) await deleteUnusedMailTokens(db, userId, [purpose])
  await insertMailToken(db, {
    hash: hashSecret(token),
    purpose,
    userId,
    subjectId,
    deviceMark,
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
): Promise<Pick<MailTokenRow, 'userId' | 'subjectId' | 'deviceMark'> | null> {
  const hash = hashSecret(token)
  const userId = await findMailTokenUserId(db, hash, purpose)
  if (userId === null) return null
  await lockUser(db, userId)
  const row = await lockMailToken(db, hash, purpose)
  if (!row || row.expiresAt <= now) return null
  if (row.usedAt) {
    const isRepeat = purpose === 'activate' && now.getTime() - row.usedAt.getTime() < ACTIVATION_REPEAT_MS
    return isRepeat ? row : null
  }
  await markMailTokenUsed(db, hash, now)
  return row
}
