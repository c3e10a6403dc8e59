import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

import { enforcementErasure } from './account-erasure.ts'
import { giveAlarm } from './alarms.ts'
import { endUnanswered, remindOfAppeal } from './appeals.ts'
import { giveGrievanceAlarm } from './grievances/grievance-alarms.ts'
import { grievanceMails } from './grievances/grievance-mails.ts'
import { grievanceImplementations } from './grievances/grievance-routes.ts'
import { rotateEmailKeys } from './grievances/key-rotation.ts'
import { judgedMessages } from './judged-messages.ts'
import { enforcementMails } from './mails.ts'
import { enforcementData } from './own-data.ts'
import { endMeasure } from './end-measure.ts'
import { pageCaseImplementations } from './page-routes.ts'
import { receivedMails } from './received-mails.ts'
import { reportImplementations } from './routes.ts'
import { staffCaseImplementations } from './staff-routes.ts'
import { forgetLines } from './tidy-job.ts'
import { reportTransparency, transparencyImplementations } from './transparency/transparency.ts'

/** Reports, what is decided about them and by when, appeals to somebody else, and the grievance desk. */
export const enforcement: Domain = {
  implementations: [
    ...reportImplementations,
    ...pageCaseImplementations,
    ...staffCaseImplementations,
    ...grievanceImplementations,
    ...transparencyImplementations,
  ],
  jobs: [
    ...enforcementMails,
    ...receivedMails,
    ...grievanceMails,
    ...([
      giveAlarm,
      giveGrievanceAlarm,
      remindOfAppeal,
      endUnanswered,
      endMeasure,
      rotateEmailKeys,
      reportTransparency,
      forgetLines,
    ] as Job[]),
  ],
  reactions: [judgedMessages],
  erasure: enforcementErasure,
  ownData: [enforcementData],
}
