import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'

import { mediaMessages } from '#contract/media/messages.ts'
import { Failure } from '#server/platform/failure.ts'
import type { InTransaction } from '#server/platform/http/implement.ts'
import { newStagedFile, stagingFolder } from '#server/platform/http/staging.ts'
import { defineJobInPhases, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { Platform } from '#server/platform/platform.ts'

import { mediumChanged } from './events.ts'
import { makeRenditions } from './images.ts'
import { deleteObject } from './jobs.ts'
import {
  claimMedium,
  markFailed,
  markPrepared,
  type MediumRow,
  releaseClaim,
  updateProgress,
  upsertRendition,
} from './queries.ts'

/** Who prepares a medium says so at least this often; after that, another may take over. */
const CLAIM_MS = 120_000

/** Makes of a stored file what browsers show: once, whoever asks and however often. */
export const processMedium: Job<{ mediaId: string }> = defineJobInPhases(
  { name: 'media.process', payload: z.object({ mediaId: z.string() }) },
  (inTransaction, { mediaId }, { platform }) => prepareMedium(platform, inTransaction, mediaId),
)

/** Prepares a medium now. Quietly does nothing when it is prepared, gone, or somebody is at it. */
export async function prepareMedium(
  platform: Platform,
  inTransaction: InTransaction,
  mediaId: string,
): Promise<void> {
  const { clock } = platform
  const claimEnd = () => new Date(clock.now().getTime() + CLAIM_MS)
  const row = await inTransaction((db) => claimMedium(db, mediaId, clock.now(), claimEnd()))
  if (!row) return
  const report = async (progress: number) => {
    await inTransaction((db) => updateProgress(db, mediaId, progress, claimEnd()))
  }
  try {
    if (row.kind === 'image') await prepareImage(platform, inTransaction, row, report)
    else await finish(platform, inTransaction, row)
  } catch (error) {
    if (error instanceof Failure) await giveUp(platform, inTransaction, row, error.message)
    else {
      await inTransaction((db) => releaseClaim(db, mediaId))
      throw error
    }
  }
}

async function prepareImage(
  platform: Platform,
  inTransaction: InTransaction,
  row: MediumRow,
  report: (progress: number) => Promise<void>,
): Promise<void> {
  await withOriginal(platform, row, async (file) => {
    const made = await makeRenditions(file, async ({ name, webp, widthPx, heightPx }, progress) => {
      const key = `media/${row.folder}/${name}.webp`
      await platform.storage.put(key, webp, 'image/webp')
      await inTransaction((db) =>
        upsertRendition(db, {
          mediaId: row.id,
          name,
          key,
          mime: 'image/webp',
          sizeBytes: webp.length,
          sha256: createHash('sha256').update(webp).digest('hex'),
          widthPx,
          heightPx,
          label: null,
        }),
      )
      // 100 is said together with `ready`.
      await report(Math.min(progress, 99))
    })
    await finish(platform, inTransaction, row, made)
  })
}

async function finish(
  platform: Platform,
  inTransaction: InTransaction,
  row: MediumRow,
  made: { placeholder: string; widthPx: number; heightPx: number } | null = null,
): Promise<void> {
  const keepsOriginal = row.kind !== 'image'
  await inTransaction(async (db) => {
    await markPrepared(db, row.id, {
      placeholder: made?.placeholder ?? null,
      widthPx: made?.widthPx ?? null,
      heightPx: made?.heightPx ?? null,
      keepsOriginal,
    })
    if (!keepsOriginal && row.originalKey !== null) await enqueue(db, deleteObject, { key: row.originalKey })
    await emit(db, mediumChanged, { mediaId: row.id }, platform.clock.now())
  })
}

/** What could be played stays; the rest is told to its owner, and its bytes are let go. */
async function giveUp(
  platform: Platform,
  inTransaction: InTransaction,
  row: MediumRow,
  message: string,
): Promise<void> {
  if (row.state === 'ready') return finish(platform, inTransaction, row)
  await inTransaction(async (db) => {
    await markFailed(db, row.id, message)
    if (row.originalKey !== null) await enqueue(db, deleteObject, { key: row.originalKey })
    await emit(db, mediumChanged, { mediaId: row.id }, platform.clock.now())
  })
}

/** The original as a file of this machine, for as long as `work` takes. */
async function withOriginal(
  platform: Platform,
  row: MediumRow,
  work: (file: string) => Promise<void>,
): Promise<void> {
  const found = row.originalKey === null ? null : await platform.storage.open(row.originalKey)
  if (!found) throw new Failure({ code: 'medium_refused', status: 415, message: mediaMessages.lost })
  const file = await newStagedFile(stagingFolder(platform.config.dataDir))
  try {
    await pipeline(found.stream, createWriteStream(file))
    await work(file)
  } finally {
    await fs.rm(file, { force: true })
  }
}
