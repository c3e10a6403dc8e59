import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

import { pollErasure } from './account-erasure.ts'
import { closeDuePolls } from './close.ts'
import { pollTopic } from './events.ts'
import { registerPollGate } from './gates.ts'
import { messageGate } from './message-polls.ts'
import { pageData, voteData } from './own-data.ts'
import { pollReactions } from './reactions.ts'
import { pollImplementations } from './routes.ts'
import { tellTotals } from './tell.ts'

/** Questions to the people of a page. They hang on posts and messages, which their gates know. */
export const polls: Domain = {
  implementations: pollImplementations,
  jobs: [closeDuePolls, tellTotals] as Job[],
  reactions: pollReactions,
  erasure: pollErasure,
  ownData: [pageData, voteData],
  topics: [pollTopic],
  mount() {
    registerPollGate(messageGate)
  },
}
