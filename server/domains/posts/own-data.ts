import type { OwnData, OwnPage } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listOwnCollections } from './collections/queries.ts'
import { readableHtml } from './content.ts'
import { listOwnHtml } from './html-queries.ts'
import { listOwnMarks } from './mark-queries.ts'
import { wholeHtml } from './reading.ts'
import { listOwnDrafts } from './writing/draft-queries.ts'

/** Everything they published. */
export const postData: OwnDataPart = {
  about: 'page',
  async collect(db, creatorId, now): Promise<Pick<OwnPage, 'posts' | 'drafts' | 'collections'>> {
    const posts = []
    for (const { title, teaser, plan, createdAt, ...read } of await listOwnHtml(db, creatorId, now))
      posts.push({ title, teaser, html: await wholeHtml(read), plan, createdAt: createdAt.toISOString() })
    const drafts = []
    for (const { title, blocks, createdAt } of await listOwnDrafts(db, creatorId))
      drafts.push({
        title,
        html: blocks === null ? '' : await readableHtml(blocks),
        createdAt: createdAt.toISOString(),
      })
    return { posts, drafts, collections: await listOwnCollections(db, creatorId) }
  },
}

/** What they liked and saved. */
export const markData: OwnDataPart = {
  about: 'person',
  async collect(db, userId): Promise<Pick<OwnData, 'markedPosts'>> {
    const marks = await listOwnMarks(db, userId)
    return { markedPosts: marks.map(({ at, ...mark }) => ({ ...mark, at: at.toISOString() })) }
  },
}
