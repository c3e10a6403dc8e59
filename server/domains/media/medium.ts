import { randomBytes } from 'node:crypto'

import { mediaFailures } from '#contract/media/failures.ts'
import { CAPTIONS_MAX } from '#contract/media/rules.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'

import { isOwnerOfMedium } from './delivery/access.ts'
import {
  attachMedium,
  countCaptions,
  deleteMediumRow,
  deleteRendition,
  findMedium,
  findRendition,
  listKeys,
  listMedia,
  listOfferedRenditions,
  lockMedium,
  type MediumRow,
  type RenditionRow,
  type ShownMediumRow,
  upsertRendition,
} from './queries.ts'
import { deleteObject } from './storage/delete-object.ts'
import { forgetUpload } from './uploads/forget-upload.ts'

export interface MediumWithRenditions {
  row: ShownMediumRow
  renditions: RenditionRow[]
}

/** 128 random bits: names in the store are never guessed and never used twice. */
export function newFolder(): string {
  return randomBytes(16).toString('hex')
}

/** An own medium. Others' don't exist for the viewer: throws `medium_not_found`. */
export async function getOwnMedium(db: Db, viewer: { id: string }, id: string): Promise<MediumRow> {
  return ownOrNotFound(await findMedium(db, id), viewer)
}

/** The same, locked until the transaction ends. */
export async function lockOwnMedium(db: Db, viewer: { id: string }, id: string): Promise<MediumRow> {
  return ownOrNotFound(await lockMedium(db, id), viewer)
}

/** A file to download, once it is found clean; null when there is none. */
export async function findReadyFile(db: Db, id: string): Promise<MediumRow | null> {
  const row = await findMedium(db, id)
  return row?.kind === 'file' && row.state === 'ready' ? row : null
}

function ownOrNotFound(row: MediumRow | null, viewer: { id: string }): MediumRow {
  if (!row || !isOwnerOfMedium(viewer, row)) throw new Failure(mediaFailures.medium_not_found)
  return row
}

/** Pictures and players by their ids, with everything that can be shown of them, in two queries. */
export async function findMedia(db: Db, ids: readonly string[]): Promise<Map<string, MediumWithRenditions>> {
  if (ids.length === 0) return new Map()
  const [rows, renditions] = [await listMedia(db, ids), await listOfferedRenditions(db, ids)]
  return new Map(
    rows.map((row) => [row.id, { row, renditions: renditions.filter(({ mediaId }) => mediaId === row.id) }]),
  )
}

/**
 * Makes a picture, video or audio file part of a post, for good. It has to be the viewer's own and in no other post; one that failed is
 * refused. Returns the row, whose state says whether it can be played yet.
 */
export async function attachToPost(
  db: Db,
  viewer: { id: string },
  id: string,
  now: Date,
): Promise<MediumRow> {
  return attach(db, viewer, id, { isFile: false, now })
}

/** The same for a file to download, whose state says whether it has been found clean yet. */
export async function attachFileToPost(
  db: Db,
  viewer: { id: string },
  id: string,
  now: Date,
): Promise<MediumRow> {
  return attach(db, viewer, id, { isFile: true, now })
}

async function attach(
  db: Db,
  viewer: { id: string },
  id: string,
  { isFile, now }: { isFile: boolean; now: Date },
): Promise<MediumRow> {
  const row = await lockOwnMedium(db, viewer, id)
  const isUsable = row.attachedAt === null && (row.state === 'ready' || row.state === 'processing')
  if (!isUsable || (row.kind === 'file') !== isFile) throw new Failure(mediaFailures.medium_not_usable)
  await attachMedium(db, id, now)
  return row
}

/** Makes a picture, video or audio file of their own part of a message, for good. */
export async function attachToMessage(
  db: Db,
  author: { id: string },
  id: string,
  now: Date,
): Promise<MediumRow> {
  return attach(db, author, id, { isFile: false, now })
}

/** Removes an own medium that is in no post. */
export async function removeOwnMedium(db: Db, viewer: { id: string }, id: string): Promise<void> {
  const row = await lockOwnMedium(db, viewer, id)
  if (row.attachedAt !== null) throw new Failure(mediaFailures.medium_in_use)
  await discardMedium(db, id)
}

/** Forgets a medium; its bytes leave the store once this is committed. Nothing may refer to it any more. */
export async function discardMedium(db: Db, id: string): Promise<void> {
  const keys = await listKeys(db, id)
  await forgetUpload(db, id)
  await deleteMediumRow(db, id)
  for (const key of keys) await enqueue(db, deleteObject, { key })
}

/** Whether captions can be stored for a medium. Throws the failure that says why not. */
export async function checkCaptions(db: Db, row: MediumRow, language: string): Promise<void> {
  if (row.kind === 'image' || row.kind === 'file') throw new Failure(mediaFailures.captions_not_here)
  const isNew = (await findRendition(db, row.id, `captions-${language}`)) === null
  if (isNew && (await countCaptions(db, row.id)) >= CAPTIONS_MAX)
    throw new Failure(mediaFailures.captions_too_many)
}

/** Records captions that are in the store; those they replace are removed from it. */
export async function keepCaptions(db: Db, captions: RenditionRow): Promise<void> {
  const replaced = await upsertRendition(db, captions)
  if (replaced !== null) await enqueue(db, deleteObject, { key: replaced })
}

export async function dropCaptions(db: Db, mediaId: string, language: string): Promise<void> {
  const removed = await deleteRendition(db, mediaId, `captions-${language}`)
  if (removed !== null) await enqueue(db, deleteObject, { key: removed })
}
