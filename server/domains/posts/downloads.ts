import { mediaFailures } from '#contract/media/failures.ts'
import { findReadyFile, presentDownload } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { LaterRows } from '#server/platform/db/write-behind.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'

import { countDownloads, type Download, upsertOpeningsByFile } from './download-queries.ts'
import { mayReadMedium } from './media-queries.ts'

/*
 * A download is a member's request for a file's bytes, whole or in parts. It opens the post where the file or the post
 * is for members, and is counted for the creator: a member's next after an hour, so that a resumed download is one.
 */

const downloads: LaterRows<Download> = {
  name: 'downloads of files',
  keyOf: ({ memberId, mediaId }) => `${memberId} ${mediaId}`,
  async write(db, rows) {
    await countDownloads(db, rows)
    await upsertOpeningsByFile(db, rows)
  },
}

/** Notes that a member downloads a file they may have. */
export function noteDownload(platform: Platform, download: Download): void {
  platform.writeBehind.add(downloads, download)
}

/**
 * Where a file can be downloaded: by its owner, and by anyone who may have it through its post now. For everyone else it
 * doesn't exist, nor before it is found clean. Members get an address of their own even for what is everyone's, so that
 * their download can be counted.
 */
export async function getDownload(
  db: Db,
  mediaId: string,
  { viewerId, now, platform }: { viewerId: string | null; now: Date; platform: Platform },
): Promise<{ url: string; expiresAt: string | null }> {
  const file = await findReadyFile(db, mediaId)
  const isOwn = file !== null && file.ownerId === viewerId
  if (!file || !(isOwn || (await mayReadMedium(db, { mediaId, viewerId, now }))))
    throw new Failure(mediaFailures.medium_not_found)
  const entitlement = viewerId === null ? 'everyone' : isOwn ? 'owner' : 'member'
  return presentDownload(file, { viewerId, entitlement, secretKey: platform.secretKey, now })
}
