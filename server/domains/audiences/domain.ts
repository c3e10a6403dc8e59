import { personBlocked } from '#server/domains/accounts/events.ts'
import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { followErasure } from './account-erasure.ts'
import { followMailJobs } from './follow-mail-jobs.ts'
import { deleteFollowsBetween } from './follow-queries.ts'
import { announceMoments } from './moments.ts'
import { followData } from './own-data.ts'
import { audienceImplementations } from './routes.ts'

const endFollowing: EventReaction = reactTo(personBlocked, 'audiences', (db, { blockerId, blockedId }) =>
  deleteFollowsBetween(db, blockerId, blockedId),
)

/** Who may see what a page publishes, and who follows it. */
export const audiences: Domain = {
  implementations: audienceImplementations,
  jobs: [announceMoments as Job, ...followMailJobs],
  reactions: [endFollowing],
  erasure: followErasure,
  ownData: [followData],
}
