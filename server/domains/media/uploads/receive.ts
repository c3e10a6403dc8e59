import { mediaFailures } from '#contract/media/failures.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import type { UploadKind } from '#contract/media/rules.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { UploadedFile } from '#server/platform/http/form-files.ts'
import { newId } from '#server/platform/ids.ts'
import { dropDescriptions } from '#server/platform/media-files/descriptions.ts'
import { type PlayableFacts, readPlayable } from '#server/platform/media-files/probe.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ProcessDied } from '#server/platform/process-pool/task.ts'

import { discardMedium, newFolder } from '../medium.ts'
import { readImage } from '../processing/images.ts'
import { CLAIM_MS, prepareLater, prepareMedium } from '../processing/process.ts'
import { findMedium, insertMedium, lockMedium, updateStored } from '../queries.ts'
import { forgetUpload } from './forget-upload.ts'
import { checkQuota } from './quota.ts'

/** A medium still in no post after this is removed: the draft it was for is forgotten. */
const UNATTACHED_LIFETIME_MS = 7 * 86_400_000

/**
 * Takes a file that came with a form: a medium of its own, whose picture is made or whose tracks are known when this
 * returns its id. Throws `storage_used_up`, or the file's fault; then nothing of it is kept.
 */
export async function receiveFile(
  platform: Platform,
  inTransaction: InTransaction,
  file: UploadedFile,
  {
    kind,
    ownerId,
    alt,
    name = null,
    isKeptAnyway = false,
    now,
  }: {
    kind: UploadKind
    ownerId: string
    alt: string
    name?: string | null
    /** However full its owner's space is. */
    isKeptAnyway?: boolean
    now: Date
  },
): Promise<string> {
  // Only posts take files by form.
  if (!isKeptAnyway)
    await inTransaction((db) =>
      checkQuota(platform, db, { ownerId, isCreator: true, sizeBytes: file.sizeBytes, now }),
    )
  const facts = await inspect(platform, file.path, kind)
  const id = newId(now)
  const folder = newFolder()
  const expiresAt = new Date(now.getTime() + UNATTACHED_LIFETIME_MS)
  await inTransaction((db) =>
    insertMedium(db, { id, ownerId, kind, name, state: 'uploading', folder, alt, createdAt: now, expiresAt }),
  )
  try {
    // Pictures are made here while the user waits; the queue only takes over if this process ends meanwhile.
    const delayMs = kind === 'image' ? CLAIM_MS : 0
    await keepFile(platform, inTransaction, { id, folder, kind, path: file.path }, facts, delayMs)
    if (kind === 'image') await orRefused(() => prepareMedium(platform, inTransaction, id))
    const row = await inTransaction((db) => findMedium(db, id))
    if (row?.state === 'failed') throw new Failure(mediaFailures.medium_refused, messageOf(row.failure))
    return id
  } catch (error) {
    await inTransaction((db) => discardMedium(db, id))
    throw error
  }
}

function messageOf(failure: string | null): { message?: string } {
  return failure === null ? {} : { message: failure }
}

type FileFacts =
  | PlayableFacts
  | (Pick<PlayableFacts, 'mime' | 'extension' | 'widthPx' | 'heightPx'> & { playsNatively?: never })

/** Nothing reads what is in a file, so nothing is known of it. */
const UNREAD = { mime: 'application/octet-stream', extension: 'bin', widthPx: null, heightPx: null }

/**
 * A file's real type, from its bytes. Throws `medium_refused`, naming the fault, unless it is of this kind. Files to
 * download may be of any type, and aren't read.
 */
export async function inspect(platform: Platform, file: string, kind: UploadKind): Promise<FileFacts> {
  if (kind === 'file') return UNREAD
  if (kind !== 'image') {
    const facts = await orRefused(() => readPlayable(platform, file, kind))
    if (facts) return facts
    const message = kind === 'video' ? mediaMessages.notAVideo : mediaMessages.notAnAudio
    throw new Failure(mediaFailures.medium_refused, { message })
  }
  const { mime, extension, widthPx, heightPx } = await orRefused(() => readImage(platform, file))
  return { mime, extension, widthPx, heightPx }
}

/** The sender of a file that killed a process is waiting for the answer: it isn't retried. */
async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProcessDied)) throw error
    throw new Failure(mediaFailures.medium_refused, { message: mediaMessages.notReadable })
  }
}

/** Moves a whole file into the store and queues its preparation. Safe to run again after a crash. */
export async function keepFile(
  platform: Platform,
  inTransaction: InTransaction,
  medium: { id: string; folder: string; kind: UploadKind; path: string },
  facts: FileFacts,
  prepareAfterMs = 0,
): Promise<void> {
  const originalKey = `media/${medium.folder}/original.${facts.extension}`
  // Pictures are rewritten, without their metadata; files stay as they are.
  const isStripped = medium.kind !== 'image' && medium.kind !== 'file'
  if (isStripped) await orRefused(() => dropDescriptions(platform, medium.path))
  const { sizeBytes, sha256 } = await platform.storage.putFile(originalKey, medium.path, facts.mime)
  const playable = 'durationMs' in facts ? facts : null
  // All that is done to a file to download is scanning it for viruses.
  const isDone = medium.kind === 'file' && platform.config.clamd === null
  const now = platform.clock.now()
  try {
    await inTransaction(async (db) => {
      const row = await lockMedium(db, medium.id)
      // Another node, to which the sender had gone on, has stored the same bytes.
      if (row?.originalKey === originalKey) return
      if (row?.state !== 'uploading') throw new Failure(mediaFailures.medium_not_found)
      await updateStored(db, medium.id, {
        originalKey,
        mime: facts.mime,
        sizeBytes,
        sha256,
        keptAt: now,
        widthPx: facts.widthPx,
        heightPx: facts.heightPx,
        durationMs: playable?.durationMs ?? null,
        codecs: playable?.codecs ?? null,
        playsNatively: playable?.playsNatively ?? null,
        // Files that browsers can play are published at once and gain their renditions later.
        state: isDone || playable?.playsNatively ? 'ready' : 'processing',
        progress: isDone ? 100 : 0,
        expiresAt: new Date(now.getTime() + UNATTACHED_LIFETIME_MS),
      })
      await forgetUpload(db, medium.id)
      if (!isDone) await prepareLater(db, medium, prepareAfterMs)
    })
  } catch (error) {
    // Otherwise it may be committed, its answer lost: the sweep of the store removes what nothing names.
    if (error instanceof Failure) await platform.storage.delete(originalKey)
    throw error
  }
}
