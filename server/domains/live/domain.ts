import { registerChannelGate } from '#server/domains/channels/service.ts'
import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

import { liveErasure } from './account-erasure.ts'
import { dueJobs } from './due-job.ts'
import { liveTopic } from './events.ts'
import { liveGate } from './gate.ts'
import { liveData, pageLiveData } from './own-data.ts'
import { questionImplementations } from './question-routes.ts'
import { liveReactions } from './reactions.ts'
import { liveImplementations } from './routes.ts'
import { mountRtmp } from './rtmp-broadcasts.ts'
import { streamKeyImplementations } from './stream-key-routes.ts'
import { tellVotes } from './tell-questions.ts'

/** Live sessions of a page: planned, waited for, held, and what is left of them. */
export const live: Domain = {
  implementations: [...liveImplementations, ...questionImplementations, ...streamKeyImplementations],
  jobs: [...dueJobs, ...([tellVotes] as Job[])],
  reactions: liveReactions,
  erasure: liveErasure,
  ownData: [pageLiveData, liveData],
  topics: [liveTopic],
  mount(app, platform) {
    registerChannelGate(liveGate)
    mountRtmp(app, platform)
  },
}
