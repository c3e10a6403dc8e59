import { studioLivePath } from '#contract/live/live-address.ts'
import { registerChannelGate } from '#server/domains/channels/service.ts'
import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

import { liveErasure } from './account-erasure.ts'
import { broadcastImplementations } from './broadcasts/broadcast-routes.ts'
import { mountBroadcasts } from './broadcasts/receive.ts'
import { watchLine } from './broadcasts/watch-line.ts'
import { dueJobs } from './due-job.ts'
import { liveTopic } from './events.ts'
import { liveGate } from './gate.ts'
import { liveData, pageLiveData } from './own-data.ts'
import { mountWatching } from './playback/watch.ts'
import { questionImplementations } from './question-routes.ts'
import { liveReactions } from './reactions.ts'
import { liveImplementations } from './routes.ts'
import { dropPicture } from './recording/drop-picture.ts'
import { mountClips } from './software/clips.ts'
import { mountRtmp } from './software/rtmp-broadcasts.ts'
import { streamKeyImplementations } from './software/stream-key-routes.ts'
import { makeRecording } from './recording/make-recording.ts'
import { tellVotes } from './tell-questions.ts'

/** Live sessions of a page: planned, waited for, held, and what is left of them. */
export const live: Domain = {
  // Where creators go live.
  filmingPaths: [studioLivePath('')],
  implementations: [
    ...liveImplementations,
    ...questionImplementations,
    ...broadcastImplementations,
    ...streamKeyImplementations,
  ],
  jobs: [...dueJobs, ...([tellVotes, watchLine, dropPicture, makeRecording] as Job[])],
  reactions: liveReactions,
  erasure: liveErasure,
  ownData: [pageLiveData, liveData],
  topics: [liveTopic],
  mount(app, platform, sessions) {
    registerChannelGate(liveGate)
    mountBroadcasts(app, platform, sessions)
    mountWatching(app, platform)
    mountRtmp(app, platform)
    mountClips(app, platform)
  },
}
