import type * as z from 'zod/mini'

import { postFailures } from '#contract/posts/failures.ts'
import type { ownPost } from '#contract/posts/writing-routes.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { postPath } from '../address.ts'
import { wordsOf } from '../sanitize.ts'
import { cutAtWord } from './cut-at-word.ts'
import { findOwnPost, type OwnPostRow } from './own-post-queries.ts'

/** A post as it stands in its creator's list. Throws `post_not_found`. */
export async function getPresentedOwnPost(db: Db, id: string): Promise<z.infer<typeof ownPost>> {
  const row = await findOwnPost(db, id)
  if (!row) throw new Failure(postFailures.post_not_found)
  return presentOwnPost(row)
}

export function presentOwnPost(row: OwnPostRow): z.infer<typeof ownPost> {
  return {
    _id: row.id,
    state: row.state,
    title: row.title,
    excerpt: cutAtWord(row.excerpt ?? wordsOf(row.html)),
    path: row.state === 'published' ? postPath(row) : null,
    audience: row.steps,
    pictures: row.pictures,
    players: row.players,
    isPinned: row.isPinned,
    hasChanges: row.hasChanges,
    savedAt: row.savedAt.toISOString(),
    publishAt: row.publishAt?.toISOString() ?? null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    openedBy: row.openedBy,
  }
}
