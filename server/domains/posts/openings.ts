import type { Db } from '#server/platform/db/query.ts'
import type { LaterRows } from '#server/platform/db/write-behind.ts'
import type { Platform } from '#server/platform/platform.ts'

import { findReadablePost } from './media-queries.ts'
import { type Opening, upsertOpenings } from './opening-queries.ts'

/*
 * Refunds depend on how much of a membership was used. A post counts as opened when it was requested in full on its
 * own, when its video or audio was played for ten seconds, or when that or a file of it was downloaded; never because a
 * list contained it.
 */

const openings: LaterRows<Opening> = {
  name: 'openings of posts',
  keyOf: ({ memberId, postId }) => `${memberId} ${postId}`,
  write: upsertOpenings,
}

/** Notes that a member opened a post; whether it counts is decided when it is written, within a second. */
export function noteOpening(platform: Platform, opening: Opening): void {
  platform.writeBehind.add(openings, opening)
}

/** The same by a medium of the post. Returns false when its post may not be read. */
export async function noteMediumOpened(
  db: Db,
  platform: Platform,
  { mediaId, memberId, at }: { mediaId: string; memberId: string; at: Date },
): Promise<boolean> {
  const post = await findReadablePost(db, { mediaId, viewerId: memberId, now: at })
  if (post === null) return false
  noteOpening(platform, { postId: post.id, memberId, at })
  return true
}
