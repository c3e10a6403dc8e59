import { PICTURE_MAX_BYTES } from '#contract/media/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readObject } from '#server/platform/storage/read-object.ts'

import { asJpeg } from './processing/images.ts'
import { attachMedium, findMedium, listOfferedRenditions, lockMedium } from './queries.ts'

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

/** A picture in a form that banks take. */
export interface BankPicture {
  name: string
  mime: string
  bytes: Uint8Array
}

/**
 * A picture for a bank: as it was uploaded while it is being prepared, and from then on, when the upload is gone, the
 * widest that was made of it, rewritten as JPEG. Null if neither is in the store any more.
 */
export async function readForBank(
  inTransaction: InTransaction,
  platform: Pick<Platform, 'storage' | 'processes'>,
  mediaId: string,
): Promise<BankPicture | null> {
  const { row, made } = await inTransaction(async (db) => ({
    row: await findMedium(db, mediaId),
    made: (await listOfferedRenditions(db, [mediaId])).at(-1),
  }))
  if (row?.originalKey && row.mime !== null) {
    const { mime } = row
    const bytes = await readObject(platform.storage, row.originalKey)
    if (bytes) return { name: `${mediaId}.${EXTENSIONS[mime] ?? 'bin'}`, mime, bytes }
  }
  const bytes = made && (await readObject(platform.storage, made.key))
  return bytes ? { name: `${mediaId}.jpg`, mime: 'image/jpeg', bytes: await asJpeg(platform, bytes) } : null
}
