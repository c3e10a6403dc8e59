import fs from 'node:fs/promises'
import path from 'node:path'

import { mediaFailures } from '#contract/media/failures.ts'
import { OPEN_UPLOADS_MAX, UPLOAD_LIFETIME_HOURS, type UploadKind } from '#contract/media/rules.ts'
import { transactionsOf, type InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import { checkRoom, stagingFolder } from '#server/platform/http/staging.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

import { newFolder, discardMedium } from '../medium.ts'
import { findMedium, insertMedium, lockMedium, markFailed } from '../queries.ts'
import { forgetUpload } from './forget-upload.ts'
import { sumOfParts } from './part-queries.ts'
import { fetchParts, keepsParts } from './parts.ts'
import { checkQuota } from './quota.ts'
import { inspect, keepFile } from './receive.ts'
import {
  countOpenUploads,
  findUpload,
  insertUpload,
  lockUploadsOf,
  type UploadRow,
} from './upload-queries.ts'

/** The part of an upload that its user may see. */
export interface UploadStatus {
  sizeBytes: number
  offsetBytes: number
  /** null: it is complete, and its medium is on its way. */
  open: UploadRow | null
}

function inTransactionOf(platform: Platform): InTransaction {
  return transactionsOf(platform.database.db)
}

/**
 * Where the bytes of an unfinished upload wait. The file's size is the truth about how far it is; with an object store, its
 * parts there are.
 */
export function stagedFile(platform: Platform, id: string): string {
  return path.join(stagingFolder(platform.config.dataDir), id)
}

/** Starts an upload, and with it a medium. Throws when the user has too many, or there is no room. */
export async function beginUpload(
  platform: Platform,
  upload: { userId: string; isCreator: boolean; kind: UploadKind; name: string | null; sizeBytes: number },
): Promise<UploadRow> {
  const now = platform.clock.now()
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + UPLOAD_LIFETIME_HOURS * 3_600_000)
  const folder = newFolder()
  const { userId, isCreator, kind, name, sizeBytes } = upload
  await inTransactionOf(platform)(async (db) => {
    await lockUploadsOf(db, userId)
    if ((await countOpenUploads(db, userId, now)) >= OPEN_UPLOADS_MAX)
      throw new Failure(mediaFailures.too_many_uploads)
    await checkQuota(platform, db, { ownerId: userId, isCreator, sizeBytes, now })
    // Uploads that others announced but haven't sent reserve no space: their senders hear when there is none left.
    await checkRoom(stagingFolder(platform.config.dataDir), sizeBytes)
    const medium = { id, ownerId: userId, kind, name, folder, alt: '', createdAt: now, expiresAt }
    await insertMedium(db, { ...medium, state: 'uploading' })
    await insertUpload(db, { id, userId, sizeBytes, createdAt: now, expiresAt })
    await fs.writeFile(stagedFile(platform, id), '', { flag: 'wx' })
  })
  return { id, userId, kind, folder, sizeBytes, expiresAt }
}

/**
 * Throws `medium_not_found` unless the upload, complete or not, is this user's. Call it before disturbing whoever is
 * writing to it.
 */
export async function checkUploader(platform: Platform, userId: string, id: string): Promise<void> {
  const medium = await findMedium(platform.database.db, id)
  if (medium?.ownerId !== userId) throw new Failure(mediaFailures.medium_not_found)
}

/** The progress of an own upload. Others', expired and lost ones don't exist: throws `medium_not_found`. */
export async function getUpload(platform: Platform, userId: string, id: string): Promise<UploadStatus> {
  const { db } = platform.database
  const row = await findUpload(db, id)
  if (row) {
    const isOpen = row.userId === userId && row.expiresAt > platform.clock.now()
    const offsetBytes = isOpen ? await receivedBytes(platform, id) : null
    if (offsetBytes === null) throw new Failure(mediaFailures.medium_not_found)
    return { sizeBytes: row.sizeBytes, offsetBytes, open: row }
  }
  // A browser that missed the last answer asks again, and must not start over.
  const medium = await findMedium(db, id)
  if (medium?.ownerId !== userId || medium.sizeBytes === null)
    throw new Failure(mediaFailures.medium_not_found)
  return { sizeBytes: medium.sizeBytes, offsetBytes: medium.sizeBytes, open: null }
}

/** null: its file is lost. */
async function receivedBytes(platform: Platform, id: string): Promise<number | null> {
  if (keepsParts(platform)) return sumOfParts(platform.database.db, id)
  try {
    return (await fs.stat(stagedFile(platform, id))).size
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Takes a complete upload into the store. If the file is at fault, its owner hears through the medium's failure. */
export async function finishUpload(platform: Platform, { id, kind, folder }: UploadRow): Promise<void> {
  const inTransaction = inTransactionOf(platform)
  const file = stagedFile(platform, id)
  try {
    await fetchParts(platform, id, file)
    await keepFile(
      platform,
      inTransaction,
      { id, folder, kind, path: file },
      await inspect(platform, file, kind),
    )
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await inTransaction(async (db) => {
      if ((await lockMedium(db, id))?.state !== 'uploading') return
      await markFailed(db, id, error.message)
      await forgetUpload(db, id)
    })
    await fs.rm(file, { force: true })
  }
}

/** Abandons an own upload: nothing of it stays. One that is complete is a medium, and removed as such. */
export async function cancelUpload(platform: Platform, userId: string, id: string): Promise<void> {
  const { open } = await getUpload(platform, userId, id)
  if (!open) throw new Failure(mediaFailures.medium_in_use)
  await inTransactionOf(platform)((db) => discardMedium(db, id))
  await fs.rm(stagedFile(platform, id), { force: true })
}
