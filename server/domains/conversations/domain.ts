import { registerChannelGate } from '#server/domains/channels/service.ts'
import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

import { conversationErasure } from './account-erasure.ts'
import { deliverAnnouncement } from './announcements.ts'
import { forgetRequests } from './forget-requests.ts'
import { conversationGate } from './gate.ts'
import { announcementData, conversationData } from './own-data.ts'
import { conversationImplementations } from './routes.ts'
import { messageRuleImplementations } from './rule-routes.ts'

/** What people write to each other in private, who may write to whom, and what pages announce to their members. */
export const conversations: Domain = {
  implementations: [...conversationImplementations, ...messageRuleImplementations],
  jobs: [deliverAnnouncement, forgetRequests] as Job[],
  erasure: conversationErasure,
  ownData: [announcementData, conversationData],
  mount() {
    registerChannelGate(conversationGate)
  },
}
