import { personBlocked } from '#server/domains/accounts/events.ts'
import { postPublished } from '#server/domains/posts/events.ts'
import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { analyticsErasure } from './account-erasure.ts'
import { countLedger } from './days/count-ledger.ts'
import { insightImplementations } from './insight-routes.ts'
import { memberImplementations } from './members/member-routes.ts'
import { deleteSharingBetween } from './members/sharing-queries.ts'
import { countMovement, movementJobs } from './movements/movement-jobs.ts'
import { sharingData } from './own-data.ts'
import { countOpenings } from './visits/opening-jobs.ts'
import { insertReach } from './visits/post-queries.ts'
import { countVisits } from './visits/visit-jobs.ts'
import { visitImplementations } from './visits/visit-routes.ts'

const endSharing: EventReaction = reactTo(personBlocked, 'analytics', (db, { blockerId, blockedId }) =>
  deleteSharingBetween(db, blockerId, blockedId),
)

const countReach: EventReaction = reactTo(postPublished, 'analytics', (db, { postId }, { now }) =>
  insertReach(db, postId, now),
)

/** What creators learn about their members, income and visitors. Reads the other domains, into daily counts. */
export const analytics: Domain = {
  implementations: [...insightImplementations, ...memberImplementations, ...visitImplementations],
  jobs: [...movementJobs, countLedger as Job, countVisits as Job, countOpenings as Job],
  reactions: [countMovement, endSharing, countReach],
  erasure: analyticsErasure,
  ownData: [sharingData],
}
