import * as z from 'zod/mini'

import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'

import { decryptSecret, encryptSecret, presentHeader, type SecretKeys } from './app-codes.ts'
import { type AppRow, listOtherwiseEncrypted, replaceSecret } from './factor-queries.ts'

const BATCH = 200
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/** Every night, so that a replaced key is out of use by the next day. Safe to run twice and while people log in. */
export const rotateFactorKeys = defineJobInPhases(
  { name: 'accounts.rotate-factor-keys', payload: z.object({}), cron: '55 2 * * *', maxAttempts: 3 },
  async (inTransaction, _, { platform }) => {
    const unreadable: string[] = []
    let afterId: string | undefined = BEFORE_ALL_IDS
    while (afterId !== undefined) {
      const page = { header: presentHeader(platform), afterId, limit: BATCH }
      const apps = await inTransaction(async (db) => {
        const batch = await listOtherwiseEncrypted(db, page)
        for (const app of batch) {
          const anew = encryptAnew(platform, app)
          if (anew) await replaceSecret(db, app, anew)
          else unreadable.push(app.id)
        }
        return batch
      })
      afterId = apps.at(-1)?.id
    }
    if (unreadable.length > 0)
      platform.log.error({ unreadable }, 'no configured key can decrypt these second factors')
  },
)

function encryptAnew(
  keys: SecretKeys,
  { userId, encryptedSecret }: AppRow & { userId: string },
): Buffer | null {
  try {
    return encryptSecret(keys, userId, decryptSecret(keys, userId, encryptedSecret))
  } catch {
    return null
  }
}

export const factorKeyJobs = [rotateFactorKeys] as Job[]
