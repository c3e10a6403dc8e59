import type { Domain } from '#server/platform/domain.ts'

import { notificationErasure } from './account-erasure.ts'
import { notificationReactions } from './jobs.ts'
import { notificationData } from './own-data.ts'
import { notificationImplementations } from './routes.ts'
import { tellingJobs } from './telling.ts'
import { mountOneClickUnsubscribe } from './unsubscribe.ts'

/** Mails about what happens in the other domains, and who wants which. */
export const notifications: Domain = {
  implementations: notificationImplementations,
  jobs: tellingJobs,
  reactions: notificationReactions,
  erasure: notificationErasure,
  ownData: [notificationData],
  mount: mountOneClickUnsubscribe,
}
