import type { Domain } from '#server/platform/domain.ts'

import { inboxErasure } from './account-erasure.ts'
import { inboxImplementations } from './routes.ts'
import { webhookJobs } from './webhook-silence.ts'

/** The webhook inbox: what the payment provider reports, stored before it is applied. */
export const inbox: Domain = {
  implementations: inboxImplementations,
  jobs: webhookJobs,
  erasure: inboxErasure,
}
