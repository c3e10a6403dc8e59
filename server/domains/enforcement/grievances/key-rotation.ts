import * as z from 'zod/mini'

import type { InTransaction } from '#server/platform/db/transaction.ts'
import { decrypt, encrypt, encryptionHeader } from '#server/platform/encryption.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'

import { emailContext, type Keys, keysOf } from './email-context.ts'
import { type EncryptedEmail, listOtherwiseEncrypted, replaceEmail } from './grievance-queries.ts'

const BATCH = 200
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/**
 * Re-encrypts every address that is not under the present key. Answers how many were, and the grievances whose address
 * neither key opens. Safe to run twice; once it finds nothing, the previous key is no longer needed.
 */
export async function rotateGrievanceKeys(
  inTransaction: InTransaction,
  keys: Keys,
): Promise<{ rotated: number; unreadable: string[] }> {
  let rotated = 0
  const unreadable: string[] = []
  let afterId = BEFORE_ALL_IDS
  for (;;) {
    const rows = await inTransaction(async (db) => {
      const header = encryptionHeader(emailContext(keys, ''))
      const batch = await listOtherwiseEncrypted(db, { header, afterId, limit: BATCH })
      for (const row of batch) {
        const anew = tryToEncryptAnew(keys, row)
        if (anew) await replaceEmail(db, row, anew)
        else unreadable.push(row.id)
      }
      return batch
    })
    rotated += rows.length
    const last = rows.at(-1)
    if (!last) return { rotated: rotated - unreadable.length, unreadable }
    afterId = last.id
  }
}

function tryToEncryptAnew(keys: Keys, { id, encryptedEmail }: EncryptedEmail): Buffer | null {
  try {
    return encrypt(decrypt(encryptedEmail, emailContext(keys, id)), emailContext(keys, id))
  } catch {
    return null
  }
}

/** Every night, like those of payout details, so that a replaced key is out of use by the next day. */
export const rotateEmailKeys: Job<Record<string, never>> = defineJobInPhases(
  { name: 'enforcement.rotate-keys', payload: z.object({}), cron: '55 2 * * *', maxAttempts: 3 },
  async (inTransaction, _, { platform }) => {
    const { rotated, unreadable } = await rotateGrievanceKeys(inTransaction, keysOf(platform))
    if (rotated > 0)
      platform.log.info({ rotated }, 'addresses of grievances were encrypted with the current key')
    if (unreadable.length > 0)
      platform.log.error({ unreadable }, 'no configured key can decrypt the addresses of these grievances')
  },
)
