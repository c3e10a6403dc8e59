import type { Db } from '#server/platform/db/query.ts'
import type { LaterRows } from '#server/platform/db/write-behind.ts'
import type { Platform } from '#server/platform/platform.ts'

import { findReadablePostId } from './media-queries.ts'
import { type Opening, upsertOpenings } from './opening-queries.ts'

/*
 * How much of a membership was used decides about refunds. A post counts as opened when its whole was asked for by
 * itself, when its video or sound was played for ten seconds, or when that was downloaded; never because a list held
 * it.
 */

const openings: LaterRows<Opening> = {
  name: 'openings of posts',
  keyOf: ({ memberId, postId }) => `${memberId} ${postId}`,
  write: upsertOpenings,
}

/** Notes that a member opened a post; whether that counts is decided when it is written, within a second. */
export function noteOpening(platform: Platform, opening: Opening): void {
  platform.writeBehind.add(openings, opening)
}

/** The same by a medium of the post. Answers false when its post may not be read. */
export async function noteMediumOpened(
  db: Db,
  platform: Platform,
  { mediaId, memberId, at }: { mediaId: string; memberId: string; at: Date },
): Promise<boolean> {
  const postId = await findReadablePostId(db, { mediaId, viewerId: memberId, now: at })
  if (postId === null) return false
  noteOpening(platform, { postId, memberId, at })
  return true
}
