import type { Domain } from '#server/platform/domain.ts'

import { disputeImplementations } from './disputes/routes.ts'
import { jobImplementations } from './jobs/routes.ts'
import { moneyJobs } from './money/check-money.ts'
import { moneyImplementations } from './money/routes.ts'
import { consoleImplementations } from './routes.ts'

/** What the staff see and do at /staff: it reads everything, and acts through the verbs of the other domains. */
export const consoleDomain: Domain = {
  implementations: [
    ...consoleImplementations,
    ...moneyImplementations,
    ...disputeImplementations,
    ...jobImplementations,
  ],
  jobs: moneyJobs,
}
