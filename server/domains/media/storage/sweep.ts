import fs from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'

import { UPLOAD_LIFETIME_HOURS } from '#contract/media/rules.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { stagingFolder } from '#server/platform/http/staging.ts'
import { defineJobInPhases, type Job } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'

import { discardMedium } from '../medium.ts'
import { workFolder } from '../processing/make-renditions.ts'
import { prepareLater } from '../processing/process.ts'
import { lockMedium } from '../queries.ts'
import { listAbandoned, listExpiredIds } from '../uploads/upload-queries.ts'

const HOUR_MS = 3_600_000
/** A form's file untouched for this long belongs to a request that is gone. */
const FORM_FILE_IDLE_MS = HOUR_MS
const BATCH = 200

/** Removes everything that nobody will use any more, and resumes work that a crash interrupted. */
export const sweepMedia: Job<Record<string, never>> = defineJobInPhases(
  { name: 'media.sweep', payload: z.object({}), cron: '*/5 * * * *' },
  async (inTransaction, _, { platform, now }) => {
    await removeExpired(platform, inTransaction, now)
    for (const medium of await inTransaction((db) => listAbandoned(db, now)))
      await inTransaction((db) => prepareLater(db, medium))
    await removeStaleFiles(stagingFolder(platform.config.dataDir))
    await removeStaleFiles(workFolder(platform.config.dataDir))
  },
)

async function removeExpired(platform: Platform, inTransaction: InTransaction, now: Date): Promise<void> {
  const folder = stagingFolder(platform.config.dataDir)
  for (const id of await inTransaction((db) => listExpiredIds(db, now, BATCH))) {
    await inTransaction(async (db) => {
      // A post may have taken it at this very moment.
      const row = await lockMedium(db, id)
      if (row && row.attachedAt === null) await discardMedium(db, id)
    })
    await fs.rm(path.join(folder, id), { force: true })
  }
}

/**
 * By the machine's clock, as files are dated by it: unfinished uploads, files of interrupted forms, work of a crashed
 * node.
 */
async function removeStaleFiles(folder: string): Promise<void> {
  const names = await fs.readdir(folder).catch(() => [])
  for (const name of names) {
    const file = path.join(folder, name)
    const facts = await fs.stat(file).catch(() => null)
    const lifetimeMs = name.endsWith('.part') ? FORM_FILE_IDLE_MS : (UPLOAD_LIFETIME_HOURS + 1) * HOUR_MS
    if (facts && Date.now() - facts.mtimeMs > lifetimeMs) await fs.rm(file, { force: true, recursive: true })
  }
}
