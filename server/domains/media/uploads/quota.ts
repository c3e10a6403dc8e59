import { mediaFailures } from '#contract/media/failures.ts'
import { MEMBER_STORAGE_BYTES } from '#contract/media/rules.ts'
import { storageText } from '#contract/media/sizes.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'

import { sumStored } from './quota-queries.ts'

/** A creator's use of the store, including everything made from their files, and their quota; in bytes. */
export async function getStorageUse(
  { config }: Pick<Platform, 'config'>,
  db: Db,
  ownerId: string,
  now: Date,
): Promise<{ usedBytes: number; allowedBytes: number }> {
  const { storedBytes } = await sumStored(db, ownerId, now)
  return { usedBytes: storedBytes, allowedBytes: config.creatorStorageBytes }
}

/**
 * Throws `storage_used_up`, with the used and allowed space, when a file of this size exceeds a creator's quota, or what
 * the pictures of somebody without a page may take.
 * Unfinished uploads count in full. Renditions of a file come on top, and are made in any case.
 */
export async function checkQuota(
  { config }: Pick<Platform, 'config'>,
  db: Db,
  {
    ownerId,
    isCreator,
    sizeBytes,
    now,
  }: { ownerId: string; isCreator: boolean; sizeBytes: number; now: Date },
): Promise<void> {
  const { storedBytes, announcedBytes } = await sumStored(db, ownerId, now)
  const allowedBytes = isCreator ? config.creatorStorageBytes : MEMBER_STORAGE_BYTES
  if (storedBytes + announcedBytes + sizeBytes <= allowedBytes) return
  throw new Failure(mediaFailures.storage_used_up, {
    params: {
      used: storageText(storedBytes + announcedBytes),
      allowed: storageText(allowedBytes),
      file: storageText(sizeBytes),
    },
  })
}
