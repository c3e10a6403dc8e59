import { LIVE_POLLS_MAX, type LiveState } from '#contract/live/rules.ts'
import { tellOfChannel } from '#server/domains/channels/service.ts'
import { closePoll } from '#server/domains/polls/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { type DomainEvent, emit } from '#server/platform/jobs/events.ts'
import { announcePageChange } from '#server/platform/pages/page-changes.ts'
import { publish } from '#server/platform/realtime/publish.ts'

import { countPresent } from './attendance-queries.ts'
import { endBroadcasts } from './broadcasts/broadcast-queries.ts'
import { liveCalledOff, liveEnded, liveOpened, liveStarted, liveTopic } from './events.ts'
import { listPollsOf } from './poll-queries.ts'
import { answerTaken } from './question-queries.ts'
import { type LiveRow, storeState } from './queries.ts'

const EVENTS: Record<LiveState, DomainEvent<{ liveSessionId: string }> | null> = {
  scheduled: null,
  open: liveOpened,
  live: liveStarted,
  ended: liveEnded,
  cancelled: liveCalledOff,
  missed: liveCalledOff,
}

/** What a session becomes, and why it ended. Call with the session locked. */
export async function applyState(
  db: Db,
  row: LiveRow,
  {
    state,
    reason,
  }: { state: LiveState; reason: 'by_hand' | 'too_long' | 'page_closed' | 'line_lost' | null },
  now: Date,
): Promise<void> {
  const liveAt = state === 'live' ? now : row.liveAt
  const endedAt = state === 'ended' || state === 'cancelled' || state === 'missed' ? now : null
  await storeState(db, row.id, { state, liveAt, endedAt, reason })
  if (state === 'ended') await finish(db, row.id, now)
  const event = EVENTS[state]
  if (event) await emit(db, event, { liveSessionId: row.id }, now)
  await publish(db, liveTopic, row.id, {
    name: 'live-session.state',
    data: {
      state,
      liveAt: liveAt?.toISOString() ?? null,
      endedAt: endedAt?.toISOString() ?? null,
      replayPath: null,
    },
  })
  // Whether people may write has changed.
  await tellOfChannel(db, row.id)
  await announcePageChange(db, row.creatorId)
}

/** Who is there is counted a last time, what was taken has been answered, and what was asked in polls is decided. */
async function finish(db: Db, id: string, now: Date): Promise<void> {
  await endBroadcasts(db, id, now)
  await countPresent(db, { id, now })
  await answerTaken(db, id, now)
  for (const pollId of await listPollsOf(db, id, LIVE_POLLS_MAX)) await closePoll(db, pollId, now)
}
