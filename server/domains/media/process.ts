import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'

import { mediaFailures } from '#contract/media/failures.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import type { MediumKind } from '#contract/media/rules.ts'
import { Failure } from '#server/platform/failure.ts'
import { hasFfmpeg } from '#server/platform/ffmpeg/find-ffmpeg.ts'
import { MediaUnreadable } from '#server/platform/ffmpeg/run-ffmpeg.ts'
import { transcode } from '#server/platform/ffmpeg/transcode.ts'
import type { InTransaction } from '#server/platform/http/implement.ts'
import type { Db } from '#server/platform/db/query.ts'
import { defineJobInPhases, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

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
} from './queries.ts'
import { keepRendition, MediumGone } from './renditions.ts'

/** Who prepares a medium says so at least this often; after that, another may take over. */
export const CLAIM_MS = 120_000
/** Progress is written down this often at most, and the claim renewed with it. */
const REPORT_MS = 1000

/**
 * Films take minutes each, and a job waits for its turn at ffmpeg: in so few queues they never hold up all other jobs
 * of a node.
 */
const FILM_QUEUES = 2

/** Makes of a stored file what browsers show: once, whoever asks and however often. */
export const processMedium: Job<{ mediaId: string }> = defineJobInPhases(
  { name: 'media.process', payload: z.object({ mediaId: z.string() }) },
  (inTransaction, { mediaId }, { platform, signal }) =>
    prepareMedium(platform, inTransaction, mediaId, signal),
)

/** Queues the preparing of a medium; several times is once. `delayMs`: somebody is about to do it without the queue. */
export async function prepareLater(
  db: Db,
  { id, kind }: { id: string; kind: MediumKind },
  delayMs = 0,
): Promise<void> {
  const queue = kind === 'image' ? null : `media.films-${Number.parseInt(id.slice(-4), 16) % FILM_QUEUES}`
  await enqueue(db, processMedium, { mediaId: id }, { key: `media.process:${id}`, queue, delayMs })
}

/** What the making of one medium passes on. */
interface Work {
  platform: Platform
  inTransaction: InTransaction
  row: MediumRow
  /** Says how far it is, in percent. */
  report: (progress: number) => void
  signal: AbortSignal
}

/** Prepares a medium now. Quietly does nothing when it is prepared, gone, or somebody is at it. */
export async function prepareMedium(
  platform: Platform,
  inTransaction: InTransaction,
  mediaId: string,
  stopping?: AbortSignal,
): Promise<void> {
  const { clock } = platform
  const claimEnd = () => new Date(clock.now().getTime() + CLAIM_MS)
  const row = await inTransaction((db) => claimMedium(db, mediaId, clock.now(), claimEnd()))
  if (!row) return
  const gone = new AbortController()
  let progress = row.progress
  // Also while it waits for its turn, or the claim would end.
  let writing: Promise<void> = Promise.resolve()
  const heartbeat = setInterval(() => {
    writing = writing
      .then(() => inTransaction((db) => updateProgress(db, mediaId, progress, claimEnd())))
      .then((isThere) => void (isThere || gone.abort(new MediumGone())))
      .catch((error: unknown) => platform.log.warn({ err: error, mediaId }, 'progress could not be written'))
  }, REPORT_MS)
  const work: Work = {
    platform,
    inTransaction,
    row,
    // 100 is said together with what it means.
    report: (percent) => void (progress = Math.max(progress, Math.min(99, Math.floor(percent)))),
    signal: AbortSignal.any([gone.signal, ...(stopping ? [stopping] : [])]),
  }
  try {
    await (row.kind === 'image' ? makePicture(work) : makePlayable(work, row.kind))
  } catch (error) {
    if (error instanceof MediumGone || gone.signal.aborted) return
    const message = messageOf(error)
    if (message !== null) await giveUp(work, message)
    else {
      await inTransaction((db) => releaseClaim(db, mediaId))
      throw error
    }
  } finally {
    clearInterval(heartbeat)
    await writing
  }
}

/** What its owner is told when it is the file's fault; null when it is ours, and worth another attempt. */
function messageOf(error: unknown): string | null {
  if (error instanceof MediaUnreadable) return mediaMessages.notPrepared
  return error instanceof Failure ? error.message : null
}

async function makePicture(work: Work): Promise<void> {
  const { platform, inTransaction, row, report } = work
  await inWorkFolder(work, async (original) => {
    const made = await makeRenditions(original, async ({ name, webp, widthPx, heightPx }, progress) => {
      const file = { name, file: webp, extension: 'webp', mime: 'image/webp', widthPx, heightPx }
      await keepRendition(platform, inTransaction, row, file)
      report(progress)
    })
    await finish(work, made)
  })
}

async function makePlayable(work: Work, kind: 'video' | 'audio'): Promise<void> {
  const { platform, inTransaction, row, report, signal } = work
  // Without ffmpeg the original has to do; its owner is told when browsers do not play it.
  if (!(await hasFfmpeg())) return finish(work)
  await inWorkFolder(work, async (inputPath, folder) => {
    const outputDir = path.join(folder, 'out')
    await fs.mkdir(outputDir)
    await transcode({
      inputPath,
      outputDir,
      kind,
      signal,
      onProgress: report,
      onRendition: ({ name, file, mime, widthPx, heightPx }) =>
        keepRendition(platform, inTransaction, row, {
          name,
          file,
          extension: path.extname(file).slice(1),
          mime,
          widthPx,
          heightPx,
        }),
    })
    await finish(work)
  })
}

async function finish(
  { platform, inTransaction, row }: Work,
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
async function giveUp(work: Work, message: string): Promise<void> {
  const { platform, inTransaction, row } = work
  if (row.state === 'ready') return finish(work)
  await inTransaction(async (db) => {
    await markFailed(db, row.id, message)
    if (row.originalKey !== null) await enqueue(db, deleteObject, { key: row.originalKey })
    await emit(db, mediumChanged, { mediaId: row.id }, platform.clock.now())
  })
}

/** The original as a file of this machine, in a folder of its own for as long as `make` takes. */
async function inWorkFolder(
  { platform, row, signal }: Work,
  make: (original: string, folder: string) => Promise<void>,
): Promise<void> {
  const folder = path.join(workFolder(platform.config.dataDir), `${row.id}-${randomBytes(6).toString('hex')}`)
  try {
    await fs.mkdir(folder, { recursive: true })
    const original = path.join(folder, 'original')
    if (row.originalKey === null || !(await bring(platform.storage, row.originalKey, original, signal)))
      throw new Failure(mediaFailures.medium_refused, { message: mediaMessages.lost })
    await make(original, folder)
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

/** Gives an object a name in a folder of ours, to be read there only; false when it is not in the store. */
async function bring(storage: Storage, key: string, file: string, signal: AbortSignal): Promise<boolean> {
  const kept = storage.fileOf(key)
  const isLinked =
    kept !== null &&
    (await fs.link(kept, file).then(
      () => true,
      () => false,
    ))
  if (isLinked) return true
  // The store is elsewhere, on another disk, or on one that has no links.
  const found = await storage.open(key)
  if (!found) return false
  await pipeline(found.stream, createWriteStream(file), { signal })
  return true
}

/** Where media are prepared on this machine. */
export function workFolder(dataDir: string): string {
  return path.join(dataDir, 'work')
}
