import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

import { notificationErasure } from './account-erasure.ts'
import { bellImplementations } from './bell/bell-routes.ts'
import { tidyBells } from './bell/tidy-job.ts'
import { caseReactions } from './cases/case-notices.ts'
import { choiceImplementations } from './choices/choice-routes.ts'
import { mutedImplementations } from './choices/muted-routes.ts'
import { mailDigest, sendDigests } from './digest/digest-jobs.ts'
import { mailNotice } from './digest/mail-notice.ts'
import { liveNoticeJobs, liveNoticeReactions } from './live-notices.ts'
import { notificationReactions } from './jobs.ts'
import { noticeReactions } from './notices.ts'
import { notificationData } from './own-data.ts'
import { pollNoticeJobs, pollNoticeReactions } from './poll-notices.ts'
import { pushNotice, pushToDevice } from './push/push-job.ts'
import { makeKeysOnce } from './push/push-keys.ts'
import { pushImplementations } from './push/push-routes.ts'
import { notificationImplementations } from './routes.ts'
import { conversationReactions } from './talk/conversation-notices.ts'
import { talkReactions } from './talk/talk-notices.ts'
import { tellingJobs } from './telling.ts'
import { mountOneClickUnsubscribe } from './unsubscribe.ts'

/** What people are told of the other domains, in the bell, by mail and by push, and who wants which. */
export const notifications: Domain = {
  implementations: [
    ...notificationImplementations,
    ...bellImplementations,
    ...choiceImplementations,
    ...mutedImplementations,
    ...pushImplementations,
  ],
  jobs: [
    ...tellingJobs,
    ...pollNoticeJobs,
    ...liveNoticeJobs,
    ...([mailNotice, sendDigests, mailDigest, pushNotice, pushToDevice, tidyBells] as Job[]),
  ],
  reactions: [
    ...notificationReactions,
    ...noticeReactions,
    ...talkReactions,
    ...conversationReactions,
    ...caseReactions,
    ...pollNoticeReactions,
    ...liveNoticeReactions,
  ],
  erasure: notificationErasure,
  ownData: [notificationData],
  mount(app, platform) {
    mountOneClickUnsubscribe(app, platform)
    app.addHook('onReady', () => makeKeysOnce(platform.database.db, platform))
  },
}
