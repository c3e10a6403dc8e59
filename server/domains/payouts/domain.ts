import type { Domain } from '#server/platform/domain.ts'

import { closingImplementations } from './closing-routes.ts'
import { payoutErasure, payoutJobs, payoutReactions } from './jobs.ts'
import { payoutImplementations } from './routes.ts'
import { statementImplementations } from './statement-routes.ts'

/** Paying creators: balances, payouts, statements. */
export const payouts: Domain = {
  implementations: [...payoutImplementations, ...closingImplementations, ...statementImplementations],
  jobs: payoutJobs,
  reactions: payoutReactions,
  erasure: payoutErasure,
}
