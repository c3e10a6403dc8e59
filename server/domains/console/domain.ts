import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

import { approvalMails } from './approval-mails.ts'
import { approvalImplementations } from './approval-routes.ts'
import { auditImplementations } from './audit-routes.ts'
import { grantAlone } from './grants.ts'
import { paymentImplementations } from './payment-routes.ts'
import { payoutImplementations } from './payout-routes.ts'
import { peopleImplementations } from './people-routes.ts'
import { refundImplementations } from './refund-routes.ts'
import { disputeImplementations } from './disputes/routes.ts'
import { forgetErrors } from './errors/forget-errors.ts'
import { errorImplementations } from './errors/routes.ts'
import { jobImplementations } from './jobs/routes.ts'
import { moneyJobs } from './money/check-money.ts'
import { moneyImplementations } from './money/routes.ts'
import { passImplementations } from './passes/routes.ts'
import { settingImplementations } from './settings/routes.ts'
import { consoleImplementations } from './routes.ts'

/** What the staff see and do at /staff: it reads everything, and acts through the verbs of the other domains. */
export const console: Domain = {
  implementations: [
    ...consoleImplementations,
    ...auditImplementations,
    ...peopleImplementations,
    ...paymentImplementations,
    ...refundImplementations,
    ...payoutImplementations,
    ...approvalImplementations,
    ...moneyImplementations,
    ...disputeImplementations,
    ...jobImplementations,
    ...errorImplementations,
    ...passImplementations,
    ...settingImplementations,
  ],
  jobs: [...approvalMails, grantAlone as Job, ...moneyJobs, forgetErrors as Job],
}
