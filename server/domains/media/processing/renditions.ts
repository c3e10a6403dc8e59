import type { InTransaction } from '#server/platform/db/transaction.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/platform.ts'

import { newFolder } from '../medium.ts'
import { lockMedium, type MediumRow, upsertRendition } from '../queries.ts'
import { deleteObject } from '../storage/delete-object.ts'

/** A medium was removed while it was being prepared: nothing is left to do, and nothing went wrong. */
export class MediumGone extends Error {
  constructor() {
    super('The medium was removed while it was prepared.')
    this.name = 'MediumGone'
  }
}

export interface MadeFile {
  /** The name browsers request: w960, poster, hls/240p.mp4. */
  name: string
  /** A file on this machine, checked; it is gone afterwards. */
  file: string
  extension: string
  mime: string
  widthPx: number | null
  heightPx: number | null
}

/** Stores a rendition of a medium, and names it. The file it replaces is removed. Throws `MediumGone`. */
export async function keepRendition(
  platform: Platform,
  inTransaction: InTransaction,
  { id, folder }: Pick<MediumRow, 'id' | 'folder'>,
  made: MadeFile,
): Promise<void> {
  const { name, file, extension, mime, widthPx, heightPx } = made
  // Preparation may run again after a crash: a new key, as bytes never change under one that is served.
  const key = `media/${folder}/${newFolder()}.${extension}`
  const { sizeBytes, sha256 } = await platform.storage.putFile(key, file, mime)
  try {
    await inTransaction(async (db) => {
      if (!(await lockMedium(db, id))) throw new MediumGone()
      const facts = { mime, sizeBytes, sha256, keptAt: platform.clock.now(), widthPx, heightPx, label: null }
      const replaced = await upsertRendition(db, { mediaId: id, name, key, ...facts })
      if (replaced !== null) await enqueue(db, deleteObject, { key: replaced })
    })
  } catch (error) {
    await platform.storage.delete(key)
    throw error
  }
}
