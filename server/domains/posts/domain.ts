import { createCookieReader } from '#server/domains/accounts/service.ts'
import { mountMedia } from '#server/domains/media/service.ts'
import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

import { postErasure } from './account-erasure.ts'
import { cleanPosts } from './clean-job.ts'
import { postMediaReactions } from './jobs.ts'
import { mayReadMedium } from './media-queries.ts'
import { noteMediumOpened } from './openings.ts'
import { postData } from './own-data.ts'
import { postImplementations } from './routes.ts'

/** Posts, who may read them, and the delivery of their media. */
export const posts: Domain = {
  implementations: postImplementations,
  jobs: [cleanPosts] as Job[],
  reactions: postMediaReactions,
  erasure: postErasure,
  ownData: [postData],
  mount(app, platform) {
    mountMedia(app, platform, {
      findCookieHolder: createCookieReader(platform),
      mayRead: mayReadMedium,
      noteDownload: (db, download) => noteMediumOpened(db, platform, download),
    })
  },
}
