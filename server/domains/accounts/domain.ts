import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

import { emailChangeJobs } from './address/email-change-mails.ts'
import { emailImplementations } from './address/email-routes.ts'
import { adultImplementations } from './adult-routes.ts'
import { sendNewDeviceMail } from './alarms/new-device.ts'
import { blockImplementations } from './block-routes.ts'
import { deletionImplementations } from './deletion-routes.ts'
import { deletionJobs } from './deletion.ts'
import { userTopic } from './events.ts'
import { exportImplementations } from './export-routes.ts'
import { mountGooglePopup } from './google-popup.ts'
import { accountJobs } from './jobs.ts'
import { mailJobs } from './letters.ts'
import { lostFactorJobs } from './lost-factors/removal-jobs.ts'
import { accountData } from './own-data.ts'
import { factorMailJobs } from './proof/factor-mails.ts'
import { factorImplementations } from './proof/factor-routes.ts'
import { factorKeyJobs } from './proof/key-rotation.ts'
import { proofImplementations } from './proof/proof-routes.ts'
import { accountImplementations } from './routes.ts'
import { securityImplementations } from './security-routes.ts'
import { suspensionJobs } from './suspension.ts'

/** People: signing up and in, their sessions, blocks, suspension and deletion. */
export const accounts: Domain = {
  implementations: [
    ...accountImplementations,
    ...proofImplementations,
    ...securityImplementations,
    ...factorImplementations,
    ...emailImplementations,
    ...deletionImplementations,
    ...adultImplementations,
    ...blockImplementations,
    ...exportImplementations,
  ],
  jobs: [
    ...mailJobs,
    ...accountJobs,
    ...deletionJobs,
    ...suspensionJobs,
    sendNewDeviceMail as Job,
    ...factorMailJobs,
    ...factorKeyJobs,
    ...emailChangeJobs,
    ...lostFactorJobs,
  ],
  ownData: [accountData],
  topics: [userTopic],
  mount: mountGooglePopup,
}
