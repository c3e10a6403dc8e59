import * as z from 'zod/mini'

import type { LiveEvent } from '#contract/live/events.ts'
import { defineEvent } from '#server/platform/jobs/events.ts'
import { defineTopic } from '#server/platform/realtime/topic.ts'

import { findEntrance } from './queries.ts'

/** What people hear of while a live session is open before them. */
export const liveTopic = defineTopic<LiveEvent>(
  'live',
  async (db, viewer, id, now) => (await findEntrance(db, { id, viewerId: viewer.id, now }))?.mayCome === true,
  { holdsContent: true },
)

const ofSession = z.object({ liveSessionId: z.string() })

/** A session was planned. */
export const liveScheduled = defineEvent('live.scheduled', ofSession)

/** Its time was changed; `sequence` says how often. */
export const liveMoved = defineEvent(
  'live.moved',
  z.object({ liveSessionId: z.string(), sequence: z.number() }),
)

/** Its waiting room opened, by time or by hand. */
export const liveOpened = defineEvent('live.opened', ofSession)

export const liveStarted = defineEvent('live.started', ofSession)

export const liveEnded = defineEvent('live.ended', ofSession)

/** It won't take place: its creator called it off, never came, or closed the page. */
export const liveCalledOff = defineEvent('live.called-off', ofSession)

/** A question was answered; its asker should hear of it. */
export const questionAnswered = defineEvent('live.question-answered', z.object({ questionId: z.string() }))
