import type { OwnPage } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listOwnHtml } from './html-queries.ts'
import { wholeHtml } from './reading.ts'

/** Everything they published. */
export const postData: OwnDataPart = {
  about: 'page',
  async collect(db, creatorId): Promise<Pick<OwnPage, 'posts'>> {
    const posts = []
    for (const { plan, createdAt, ...read } of await listOwnHtml(db, creatorId))
      posts.push({ html: await wholeHtml(read), plan, createdAt: createdAt.toISOString() })
    return { posts }
  },
}
