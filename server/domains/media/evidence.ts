import { PICTURE_MAX_BYTES } from '#contract/media/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import type { Platform } from '#server/platform/platform.ts'

import { attachMedium, findMedium, lockMedium } from './queries.ts'

/** What banks take. */
const EXTENSIONS: Partial<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' }

/**
 * Makes a picture part of an answer to a bank, for good. False if it isn't the author's own, belongs to something else,
 * or is nothing that a bank takes.
 */
export async function attachEvidence(
  db: Db,
  { ownerId, mediaId }: { ownerId: string; mediaId: string },
  now: Date,
): Promise<boolean> {
  const row = await lockMedium(db, mediaId)
  const isUsable =
    row?.ownerId === ownerId &&
    row.attachedAt === null &&
    (row.state === 'ready' || row.state === 'processing')
  if (!isUsable || row.kind !== 'image' || EXTENSIONS[row.mime ?? ''] === undefined) return false
  if ((row.sizeBytes ?? 0) > PICTURE_MAX_BYTES) return false
  await attachMedium(db, mediaId, now)
  return true
}

/** The bytes of a picture as it was uploaded, at most 10 MB; null if they are no longer in the store. */
export async function readOriginal(
  inTransaction: InTransaction,
  { storage }: Pick<Platform, 'storage'>,
  mediaId: string,
): Promise<{ name: string; mime: string; bytes: Uint8Array } | null> {
  const row = await inTransaction((db) => findMedium(db, mediaId))
  if (!row?.originalKey || row.mime === null) return null
  const object = await storage.open(row.originalKey)
  if (!object) return null
  const chunks: Uint8Array[] = []
  for await (const chunk of object.stream) chunks.push(chunk as Uint8Array)
  return {
    name: `${mediaId}.${EXTENSIONS[row.mime] ?? 'bin'}`,
    mime: row.mime,
    bytes: Buffer.concat(chunks),
  }
}
