import * as z from 'zod/mini'

import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import type { InTransaction } from '#server/platform/http/implement.ts'

import { presentHeader, sealAnew, type SealKeys } from './details.ts'
import { listSealedOtherwise, replaceSealed, type SealedRow } from './reseal-queries.ts'

const BATCH = 200
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/**
 * Seals every payout detail anew that is not under the present key. Answers how many were, and the rows that neither
 * key opens. Safe to run twice and while the server runs; once it finds nothing, the key before is not needed.
 */
export async function resealAll(
  inTransaction: InTransaction,
  keys: SealKeys,
): Promise<{ resealed: number; unreadable: string[] }> {
  let resealed = 0
  const unreadable: string[] = []
  for (const table of ['payout_details', 'payouts'] as const) {
    let afterId = BEFORE_ALL_IDS
    for (;;) {
      const rows = await inTransaction(async (db) => {
        const batch = await listSealedOtherwise(db, table, {
          header: presentHeader(keys),
          afterId,
          limit: BATCH,
        })
        for (const row of batch) {
          const anew = tryToSealAnew(keys, row)
          if (anew) await replaceSealed(db, row, anew)
          else unreadable.push(`${table} ${row.id}`)
        }
        return batch
      })
      resealed += rows.length
      const last = rows.at(-1)
      if (!last) break
      afterId = last.id
    }
  }
  return { resealed: resealed - unreadable.length, unreadable }
}

function tryToSealAnew(keys: SealKeys, { creatorId, sealed }: SealedRow): Buffer | null {
  try {
    return sealAnew(keys, creatorId, sealed)
  } catch {
    return null
  }
}

/** Every night, so that a key that was changed is out of use by the next day. */
const reseal = defineJobInPhases(
  { name: 'payouts.reseal', payload: z.object({}), cron: '50 2 * * *', maxAttempts: 3 },
  async (inTransaction, _, { platform }) => {
    const { resealed, unreadable } = await resealAll(inTransaction, platform)
    if (resealed > 0) platform.log.info({ resealed }, 'payout details were sealed with the present key')
    if (unreadable.length > 0)
      platform.log.error({ unreadable }, 'no configured key opens these payout details')
  },
)

export const resealJobs = [reseal] as Job[]
