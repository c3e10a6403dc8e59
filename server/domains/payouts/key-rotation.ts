import * as z from 'zod/mini'

import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'

import { presentHeader, encryptAnew, type EncryptionKeys } from './details.ts'
import {
  type EncryptedRow,
  listOtherwiseEncrypted,
  type OtherwiseEncrypted,
  replaceEncrypted,
  SIDES,
  TABLES,
} from './key-rotation-queries.ts'

const BATCH = 200

/**
 * Re-encrypts every payout detail that is not under the present key. Answers how many were, and the rows that neither
 * key opens. Safe to run twice and while the server runs; once it finds nothing, the previous key is no longer needed.
 */
export async function rotateKeys(
  inTransaction: InTransaction,
  keys: EncryptionKeys,
): Promise<{ rotated: number; unreadable: string[] }> {
  let rotated = 0
  const unreadable: string[] = []
  const places = TABLES.flatMap((table) => SIDES.map((side) => ({ table, side })))
  for (const place of places)
    for (let after: EncryptedRow | null = null; ;) {
      const asked = { ...place, header: presentHeader(keys), after, limit: BATCH }
      const batch: Batch = await inTransaction((db) => rotateBatch(db, keys, asked))
      rotated += batch.rows.length - batch.unreadable.length
      unreadable.push(...batch.unreadable.map(({ table, id }) => `${table} ${id}`))
      after = batch.rows.at(-1) ?? null
      if (after === null) break
    }
  return { rotated, unreadable }
}

interface Batch {
  rows: EncryptedRow[]
  unreadable: EncryptedRow[]
}

async function rotateBatch(db: Db, keys: EncryptionKeys, asked: OtherwiseEncrypted): Promise<Batch> {
  const rows = await listOtherwiseEncrypted(db, asked)
  const unreadable = []
  for (const row of rows) {
    const anew = tryToEncryptAnew(keys, row)
    if (anew) await replaceEncrypted(db, row, anew)
    else unreadable.push(row)
  }
  return { rows, unreadable }
}

function tryToEncryptAnew(keys: EncryptionKeys, { creatorId, encrypted }: EncryptedRow): Buffer | null {
  try {
    return encryptAnew(keys, creatorId, encrypted)
  } catch {
    return null
  }
}

/** Every night, so that a replaced key is out of use by the next day. */
const rotateEncryptionKeys = defineJobInPhases(
  {
    name: 'payouts.rotate-keys',
    payload: z.object({}),
    cron: '50 2 * * *',
    maxAttempts: 3,
  },
  async (inTransaction, _, { platform }) => {
    const { rotated, unreadable } = await rotateKeys(inTransaction, platform)
    if (rotated > 0) platform.log.info({ rotated }, 'payout details were encrypted with the current key')
    if (unreadable.length > 0)
      platform.log.error({ unreadable }, 'no configured key can decrypt these payout details')
  },
)

export const keyRotationJobs = [rotateEncryptionKeys] as Job[]
