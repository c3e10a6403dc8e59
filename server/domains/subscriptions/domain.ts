import type { Domain } from '#server/platform/domain.ts'

import { subscriptionChangeImplementations } from './changes/change-routes.ts'
import { holdJobs, holdReactions } from './holds/holds.ts'
import { subscriptionJobs, subscriptionReactions } from './jobs.ts'
import { accountClosureReactions, subscriptionErasure } from './lifecycle/account-closure.ts'
import { endingImplementations } from './lifecycle/ending-routes.ts'
import { closingJobs } from './lifecycle/page-closure.ts'
import { billingOverviewImplementations } from './overview/billing-overview-routes.ts'
import { subscriptionData } from './overview/own-data.ts'
import { refundEffectReactions } from './refunds/refund-effects.ts'
import { subscriptionImplementations } from './routes.ts'

/** Memberships: joining, renewing, changing, pausing and ending. */
export const subscriptions: Domain = {
  implementations: [
    ...subscriptionImplementations,
    ...subscriptionChangeImplementations,
    ...billingOverviewImplementations,
    ...endingImplementations,
  ],
  jobs: [...subscriptionJobs, ...holdJobs, ...closingJobs],
  reactions: [
    ...subscriptionReactions,
    ...accountClosureReactions,
    ...holdReactions,
    ...refundEffectReactions,
  ],
  erasure: subscriptionErasure,
  ownData: [subscriptionData],
}
