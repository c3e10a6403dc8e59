import * as z from 'zod/mini'

import { madeNotes, mediaMessages } from '#contract/media/messages.ts'
import type { UploadKind } from '#contract/media/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { defineJobInPhases, enqueue, type Job } from '#server/platform/jobs/define-job.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { Platform } from '#server/platform/platform.ts'

import { mediumChanged, mediumNotPrepared } from '../events.ts'
import {
  claimMedium,
  markFailed,
  markPrepared,
  type MediumRow,
  releaseClaim,
  updateProgress,
} from '../queries.ts'
import { deleteObject } from '../storage/delete-object.ts'
import { faultOfFile, isPassing } from './file-faults.ts'
import { type MadeFacts, makeAll, type Work } from './make-renditions.ts'
import { MediumGone } from './renditions.ts'

/** A process preparing a medium renews its claim at least this often; after that, another may take over. */
export const CLAIM_MS = 120_000
/** Progress is saved at most this often, and the claim renewed with it. */
const REPORT_MS = 1000

/** After this many failures, whether the process ended or an error was ours, a medium is set aside for good. */
const ATTEMPTS_MAX = 3

/**
 * Videos take minutes each, and a job waits for its turn at ffmpeg; so may files at the virus scanner. This few queues
 * of each never hold up all other jobs of a node.
 */
const LONG_QUEUES = 2

/** Makes the files browsers show from a stored file: once, however often it is queued. */
export const processMedium: Job<{ mediaId: string }> = defineJobInPhases(
  { name: 'media.process', payload: z.object({ mediaId: z.string() }) },
  (inTransaction, { mediaId }, { platform, signal }) =>
    prepareMedium(platform, inTransaction, mediaId, signal),
)

/**
 * Queues the preparation of a medium, once however often it is called. `delayMs`: the caller is about to do it itself.
 */
export async function prepareLater(
  db: Db,
  { id, kind }: { id: string; kind: UploadKind },
  delayMs = 0,
): Promise<void> {
  const name = kind === 'file' ? 'scans' : 'videos'
  const queue = kind === 'image' ? null : `media.${name}-${Number.parseInt(id.slice(-4), 16) % LONG_QUEUES}`
  await enqueue(db, processMedium, { mediaId: id }, { key: `media.process:${id}`, queue, delayMs })
}

/**
 * Prepares a medium now. Quietly does nothing when it is prepared, gone, or being prepared. Each attempt is counted
 * before it begins, so that one which ends this process counts too; a medium without attempts left is set aside. Throws
 * errors that aren't the file's fault; then it may be retried.
 */
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
      .catch((error: unknown) =>
        platform.log.warn({ err: error, mediaId }, 'the progress of processing could not be saved'),
      )
  }, REPORT_MS)
  const work: Work = {
    platform,
    inTransaction,
    row,
    // 100 is only reported together with the result.
    report: (percent) => void (progress = Math.max(progress, Math.min(99, Math.floor(percent)))),
    signal: AbortSignal.any([gone.signal, ...(stopping ? [stopping] : [])]),
  }
  try {
    if (row.attempts > ATTEMPTS_MAX) await giveUp(work, mediaMessages.setAside)
    else await finish(work, await makeAll(work))
  } catch (error) {
    if (error instanceof MediumGone || gone.signal.aborted) return
    await settleFailure(work, error, stopping?.aborted ?? false)
  } finally {
    clearInterval(heartbeat)
    await writing
  }
}

/** Gives up a medium that can't be prepared; else releases it, and throws the error. */
async function settleFailure(work: Work, error: unknown, isStopping: boolean): Promise<void> {
  const { platform, inTransaction, row } = work
  const isCounted = !isStopping && !isPassing(error)
  const fault = isStopping ? null : faultOfFile(error)
  if (fault !== null) return giveUp(work, fault)
  if (isCounted && row.attempts >= ATTEMPTS_MAX) {
    platform.log.error(
      { err: error, mediaId: row.id, attempts: row.attempts },
      'giving up on a media file after repeated failures',
    )
    return giveUp(work, mediaMessages.setAside)
  }
  await inTransaction((db) => releaseClaim(db, row.id, { isCounted }))
  throw error
}

async function finish(
  { platform, inTransaction, row }: Work,
  { picture, notes }: MadeFacts,
  failure: string | null = null,
): Promise<void> {
  const keepsOriginal = row.kind !== 'image'
  await inTransaction(async (db) => {
    await markPrepared(db, row.id, {
      placeholder: picture?.placeholder ?? null,
      widthPx: picture?.widthPx ?? null,
      heightPx: picture?.heightPx ?? null,
      keepsOriginal,
      failure,
      note: notes.length === 0 ? null : notes.map((note) => madeNotes[note]).join(' '),
    })
    if (!keepsOriginal) await dropOriginal(db, row)
    await emit(db, mediumChanged, { mediaId: row.id }, platform.clock.now())
    if (failure !== null) await emit(db, mediumNotPrepared, { mediaId: row.id }, platform.clock.now())
  })
}

/** Playable renditions stay; the owner hears of the rest, and its bytes are dropped. */
async function giveUp(work: Work, message: string): Promise<void> {
  const { platform, inTransaction, row } = work
  if (row.state === 'ready') return finish(work, { picture: null, notes: [] }, mediaMessages.onlyOriginal)
  await inTransaction(async (db) => {
    await markFailed(db, row.id, message)
    await dropOriginal(db, row)
    await emit(db, mediumChanged, { mediaId: row.id }, platform.clock.now())
    await emit(db, mediumNotPrepared, { mediaId: row.id }, platform.clock.now())
  })
}

async function dropOriginal(db: Db, { originalKey }: MediumRow): Promise<void> {
  if (originalKey !== null) await enqueue(db, deleteObject, { key: originalKey })
}
