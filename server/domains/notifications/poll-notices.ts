import { pollClosed } from '#server/domains/polls/events.ts'
import { findPollFacts } from '#server/domains/polls/service.ts'
import { type EventReaction, reactTo } from '#server/platform/jobs/events.ts'

import { BELL } from './notices.ts'
import { notify } from './notify.ts'

/** The page's owner hears that a poll is closed, in the bell alone. */
export const pollNoticeReactions = [
  reactTo(pollClosed, BELL, async (db, { pollId }, { now }) => {
    const poll = await findPollFacts(db, pollId)
    if (!poll || poll.placeId === null) return
    await notify(db, {
      userId: poll.ownerId,
      kind: 'poll_closed',
      groupKey: `poll:${pollId}`,
      occasion: `poll-closed:${pollId}`,
      creatorId: poll.creatorId,
      target: poll.placeId,
      now,
    })
  }),
] as EventReaction[]
