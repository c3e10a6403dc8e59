import type { Db } from '#server/platform/db/query.ts'

import { findCovers, type MediaReader } from './media.ts'
import { wordsOf } from './sanitize.ts'
import { listPostBeginnings } from './shared-post-queries.ts'

/** Where a paragraph, an item or a line ends. */
const LINE_ENDS = /<\/(?:p|li|h\d|pre|blockquote|figcaption)>|<br \/>|<br>/

/** The first words of a post, by its paragraphs: at most so many, with "…" where it continues. */
function firstParagraphs(html: string, wordsMax: number): string[] {
  const paragraphs: string[] = []
  let left = wordsMax
  for (const part of html.split(LINE_ENDS)) {
    const words = wordsOf(part).split(' ').filter(Boolean)
    if (words.length === 0) continue
    paragraphs.push(words.length > left ? `${words.slice(0, left).join(' ')}…` : words.join(' '))
    left -= words.length
    if (left <= 0) break
  }
  return paragraphs
}

/** How a post begins: its first words, and where its cover is, for everyone to see. */
export interface PostBeginning {
  paragraphs: string[]
  coverPath: string | null
}

/** Of those who may read these posts, by the posts' ids: up to the line for members, if there is one. */
export async function findBeginnings(
  db: Db,
  postIds: readonly string[],
  wordsMax: number,
  reader: MediaReader,
): Promise<Map<string, PostBeginning>> {
  const posts = await listPostBeginnings(db, postIds)
  const covers = await findCovers(
    db,
    posts.flatMap(({ coverId }) => coverId ?? []),
    reader,
  )
  return new Map(
    posts.map(({ id, html, coverId }) => {
      const cover = coverId === null ? undefined : covers.get(coverId)
      return [id, { paragraphs: firstParagraphs(html, wordsMax), coverPath: cover?.src ?? null }]
    }),
  )
}
