import { createCookieReader } from '#server/domains/accounts/service.ts'
import { mayReadMessageMedium, registerChannelGate } from '#server/domains/channels/service.ts'
import { mountMedia } from '#server/domains/media/service.ts'
import { mayReadPollMedium, registerPollGate } from '#server/domains/polls/service.ts'
import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

import { postErasure } from './account-erasure.ts'
import { cleanPosts } from './clean-job.ts'
import { commentGate } from './comments/gate.ts'
import { commentImplementations } from './comments/routes.ts'
import { noteDownload } from './downloads.ts'
import { postMediaReactions } from './jobs.ts'
import { postMarkImplementations } from './mark-routes.ts'
import { mayReadMedium } from './media-queries.ts'
import { noteMediumOpened } from './openings.ts'
import { markData, postData } from './own-data.ts'
import { mountPreviewHeaders } from './previews/headers.ts'
import { mayPreviewMedium } from './previews/queries.ts'
import { previewImplementations } from './previews/routes.ts'
import { postPollGate } from './polls/gate.ts'
import { postImplementations } from './routes.ts'
import { collectionImplementations } from './collections/routes.ts'
import { doDuePosts } from './writing/due-job.ts'
import { writingImplementations } from './writing/routes.ts'

/** Posts, who may read them, and the delivery of their media. */
export const posts: Domain = {
  implementations: [
    ...postImplementations,
    ...postMarkImplementations,
    ...writingImplementations,
    ...previewImplementations,
    ...collectionImplementations,
    ...commentImplementations,
  ],
  jobs: [cleanPosts, doDuePosts] as Job[],
  reactions: postMediaReactions,
  erasure: postErasure,
  ownData: [postData, markData],
  mount(app, platform) {
    registerChannelGate(commentGate)
    registerPollGate(postPollGate)
    mountPreviewHeaders(app)
    mountMedia(app, platform, {
      findCookieHolder: createCookieReader(platform),
      mayRead: async (db, question) =>
        (await mayReadMedium(db, question)) ||
        (await mayReadMessageMedium(db, question)) ||
        mayReadPollMedium(db, question),
      mayPreview: mayPreviewMedium,
      noteDownload: async (db, { isFile, ...download }) =>
        isFile ? noteDownload(platform, download) : noteMediumOpened(db, platform, download),
    })
  },
}
