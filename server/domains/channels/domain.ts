import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

import { channelErasure, eraseMessages } from './account-erasure.ts'
import { channelTopic } from './events.ts'
import { channelModerationImplementations } from './moderation-routes.ts'
import { messageData } from './own-data.ts'
import { channelReactions, forgetWordings, hidePast } from './reactions-to-events.ts'
import { channelImplementations } from './routes.ts'
import { tellOfReactions } from './tell.ts'

/** What people write to each other: comments, rooms, conversations, live chat. It knows none of these. */
export const channels: Domain = {
  implementations: [...channelImplementations, ...channelModerationImplementations],
  jobs: [eraseMessages, hidePast, forgetWordings, tellOfReactions] as Job[],
  reactions: channelReactions,
  erasure: channelErasure,
  ownData: [messageData],
  topics: [channelTopic],
}
