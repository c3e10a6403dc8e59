import type { Domain } from '#server/platform/domain.ts'

import { adultImplementations } from './adult-routes.ts'
import { blockImplementations } from './block-routes.ts'
import { deletionImplementations } from './deletion-routes.ts'
import { deletionJobs } from './deletion.ts'
import { userTopic } from './events.ts'
import { exportImplementations } from './export-routes.ts'
import { mountGooglePopup } from './google-popup.ts'
import { accountJobs } from './jobs.ts'
import { mailJobs } from './letters.ts'
import { accountData } from './own-data.ts'
import { accountImplementations } from './routes.ts'
import { securityImplementations } from './security-routes.ts'
import { suspensionJobs } from './suspension.ts'

/** People: signing up and in, their sessions, blocks, suspension and deletion. */
export const accounts: Domain = {
  implementations: [
    ...accountImplementations,
    ...securityImplementations,
    ...deletionImplementations,
    ...adultImplementations,
    ...blockImplementations,
    ...exportImplementations,
  ],
  jobs: [...mailJobs, ...accountJobs, ...deletionJobs, ...suspensionJobs],
  ownData: [accountData],
  topics: [userTopic],
  mount: mountGooglePopup,
}
