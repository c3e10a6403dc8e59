import type * as z from 'zod/mini'

import type { playback } from '#contract/media/playback.ts'
import { postFailures } from '#contract/posts/failures.ts'
import type { ownPost } from '#contract/posts/writing-routes.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { postPath } from '../address.ts'
import { cutAtWord, excerptOfBeginning } from '../cut-at-word.ts'
import { findOwnPictures, type MediaReader } from '../media.ts'
import { typedWordsOf } from '../typed-words.ts'
import { findOwnPost, listOwnPosts, type OwnPostRow } from './own-post-queries.ts'
import { findOwnPostIds, type OwnPostsAsked } from './own-post-search-queries.ts'

type OnWire = z.infer<typeof ownPost>

/** A post as it stands in its creator's list. Throws `post_not_found`. */
export async function getPresentedOwnPost(db: Db, id: string, reader: MediaReader): Promise<OnWire> {
  const row = await findOwnPost(db, id)
  const [presented] = await presentOwnPosts(db, row ? [row] : [], reader)
  if (!presented) throw new Failure(postFailures.post_not_found)
  return presented
}

/** A creator's posts, those they worked on last first; `q`: words they must have, or longer ones that begin with these. */
export async function findOwnPosts(
  db: Db,
  { q, ...asked }: Omit<OwnPostsAsked, 'words'> & { q: string },
): Promise<OwnPostRow[]> {
  const words = q === '' ? null : typedWordsOf(q)
  if (q !== '' && words === null) return []
  return listOwnPosts(db, await findOwnPostIds(db, { ...asked, words }))
}

/** Posts with the addresses of their pictures, for their creator. */
export async function presentOwnPosts(
  db: Db,
  rows: readonly OwnPostRow[],
  reader: MediaReader,
): Promise<OnWire[]> {
  const pictures = await findOwnPictures(
    db,
    rows.flatMap(({ pictureId }) => pictureId ?? []),
    reader,
  )
  return rows.map((row) => ({
    ...presentOwnPost(row),
    picture: row.pictureId === null ? null : smallest(row.pictureId, pictures.get(row.pictureId)),
  }))
}

function smallest(id: string, shown: z.infer<typeof playback> | undefined): OnWire['picture'] {
  return { _id: id, url: shown?.srcSet[0]?.url ?? null }
}

function presentOwnPost(row: OwnPostRow): Omit<OnWire, 'picture'> {
  return {
    _id: row.id,
    state: row.state,
    title: row.title,
    excerpt: row.excerpt === null ? excerptOfBeginning(row.html) : cutAtWord(row.excerpt),
    path: row.state === 'published' && !row.isWithheld ? postPath(row) : null,
    audience: row.steps,
    pictures: row.pictures,
    players: row.players,
    isPinned: row.isPinned,
    isWithheld: row.isWithheld,
    hasChanges: row.hasChanges,
    savedAt: row.savedAt.toISOString(),
    publishAt: row.publishAt?.toISOString() ?? null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    openedBy: row.openedBy,
  }
}
