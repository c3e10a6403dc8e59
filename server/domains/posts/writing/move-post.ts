import type * as z from 'zod/mini'

import { platformFailures } from '#contract/http/route.ts'
import { postFailures } from '#contract/posts/failures.ts'
import { PINS_MAX } from '#contract/posts/limits.ts'
import type { movePost } from '#contract/posts/writing-routes.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'

import { restoreDeleted } from './deletion.ts'
import type { PostState, WrittenPost } from './draft-queries.ts'
import { lockOwnWritten } from './drafts.ts'
import { lockPins, markState, setPinned } from './publish-queries.ts'

type Move = z.infer<typeof movePost.input>['to']

/** Which states a post can come from, and where it goes. */
const STATES: Partial<Record<Move, { from: PostState; to: PostState }>> = {
  draft: { from: 'scheduled', to: 'draft' },
  hidden: { from: 'published', to: 'hidden' },
  shown: { from: 'hidden', to: 'published' },
}

/**
 * Unschedules, hides, shows, pins, unpins or brings a post back. Where it already is there, nothing happens. Throws
 * `post_state_wrong`, `pins_full`.
 */
export async function moveOwnPost(db: Db, viewer: Viewer, id: string, to: Move, now: Date): Promise<void> {
  if (to === 'restored') return restoreDeleted(db, viewer, id, now)
  if (to === 'pinned' || to === 'unpinned') return pin(db, viewer, id, to === 'pinned' ? now : null)
  const move = STATES[to]
  if (!move) throw new Failure(platformFailures.forbidden)
  const post = await lockOwnWritten(db, viewer, id)
  if (post.state === move.to) return
  // What still waits for its media would be announced behind everyone's back.
  if (post.state !== move.from || post.isWaiting) throw new Failure(postFailures.post_state_wrong)
  await markState(db, id, move.to)
  await announcePageChange(db, post.creatorId)
}

async function pin(db: Db, viewer: Viewer, id: string, pinnedAt: Date | null): Promise<void> {
  const post: WrittenPost = await lockOwnWritten(db, viewer, id)
  const pinned = await lockPins(db, post.creatorId)
  if (pinned.includes(id) === (pinnedAt !== null)) return
  if (pinnedAt !== null && post.state !== 'published') throw new Failure(postFailures.post_state_wrong)
  if (pinnedAt !== null && pinned.length >= PINS_MAX) throw new Failure(postFailures.pins_full)
  await setPinned(db, id, pinnedAt)
  await announcePageChange(db, post.creatorId)
}
