import { pageClosed } from '#server/domains/subscriptions/events.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { listUnfinishedOf } from './due-queries.ts'
import { lockLive } from './queries.ts'
import { replayReaction } from './recording/make-recording.ts'
import { applyState } from './states.ts'

export const liveReactions = [
  // A page is gone: what it was about to do doesn't happen.
  reactTo(pageClosed, 'live', async (db, { creatorId }, { now }) => {
    for (const id of await listUnfinishedOf(db, creatorId)) {
      const row = await lockLive(db, id)
      if (!row) continue
      if (row.state === 'live') await applyState(db, row, { state: 'ended', reason: 'page_closed' }, now)
      else if (row.state === 'scheduled' || row.state === 'open')
        await applyState(db, row, { state: 'cancelled', reason: null }, now)
    }
  }),

  replayReaction,
] as EventReaction[]
