import type { OutputOf } from '#contract/http/route.ts'
import type { getPostByAddress } from '#contract/posts/routes.ts'
import type { Db } from '#server/platform/db/query.ts'

import type { Reader } from './access.ts'
import { postPath } from './address.ts'
import { excerptOfBeginning } from './cut-at-word.ts'
import { findNext, findPrevious, type NeighbourRow } from './neighbour-queries.ts'
import type { PostRow } from './listed-post-queries.ts'

type Neighbours = Pick<OutputOf<typeof getPostByAddress>, 'previous' | 'next'>

/** The posts of a page before and after one of them. Titles and dates are never secret. */
export async function findNeighbours(db: Db, post: PostRow, reader: Reader): Promise<Neighbours> {
  const present = (row: NeighbourRow | null) =>
    row && {
      path: postPath({ ...row, handle: post.handle }),
      title: row.title,
      excerpt: excerptOfBeginning(row.html ?? ''),
      publishedAt: row.publishedAt.toISOString(),
    }
  return {
    previous: present(await findPrevious(db, reader, post)),
    next: present(await findNext(db, reader, post)),
  }
}
