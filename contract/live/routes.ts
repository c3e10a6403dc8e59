import * as z from 'zod/mini'

import { pageFailures } from '../failures.ts'
import { id, listInput, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { pageHandle } from '../page-address.ts'
import { planFailures } from '../plans/failures.ts'
import { liveFailures as failures } from './failures.ts'
import { liveForm, liveSession } from './live-session.ts'
import { FEED_LIVE_MAX, LIVE_MOVES, LIVE_NOW_MAX, LIVE_POLLS_MAX } from './rules.ts'

const liveSessionId = id()
const ofSession = z.object({ liveSessionId })

export const listLiveSessions = route({
  method: 'GET',
  path: '/creators/:pageHandle/live-sessions',
  caller: 'anyone',
  summary:
    'Live sessions of a page: those to come by their time, or past ones, the latest first. Of those the caller may not come to, only the time, the title and what opens them.',
  input: z.object({ pageHandle, part: z.optional(z.enum(['coming', 'past'])), ...listInput }),
  output: z.object({ sessions: z.array(liveSession), cursor: z.nullable(id()) }),
  failures: [pageFailures.page_not_found],
})

export const listFeedLive = route({
  method: 'GET',
  path: '/user/live-sessions',
  caller: 'member',
  summary:
    'What begins within two weeks on pages that the caller supports or follows, as far as they may come; the next first.',
  input: z.object({}),
  output: z.object({
    sessions: z.array(z.extend(liveSession, { pageName: z.string() })).check(z.maxLength(FEED_LIVE_MAX)),
  }),
  failures: [],
})

export const listLiveNow = route({
  method: 'GET',
  path: '/user/live-now',
  caller: 'member',
  summary:
    'What is live at the moment on pages that the caller supports or follows, as far as they may come; what began last first.',
  input: z.object({}),
  output: z.object({
    sessions: z
      .array(
        z.object({
          _id: id(),
          title: z.string(),
          pageHandle: z.string(),
          pageName: z.string(),
          profileImage: z.nullable(z.string()),
        }),
      )
      .check(z.maxLength(LIVE_NOW_MAX)),
  }),
  failures: [],
})

export const getLiveSession = route({
  method: 'GET',
  path: '/live-sessions/:liveSessionId',
  caller: 'anyone',
  summary: 'A live session as its caller finds it.',
  input: ofSession,
  output: liveSession,
  failures: [failures.live_session_not_found],
})

export const scheduleLiveSession = route({
  method: 'POST',
  path: '/live-sessions',
  caller: 'creator',
  summary:
    'Plans a live session, and announces it to those who may come. The same `clientKey` plans it once.',
  input: z.object({ clientKey: id(), ...liveForm }),
  output: z.object({ msg: z.string(), liveSessionId }),
  failures: [
    pageFailures.page_not_found,
    failures.starts_wrong,
    failures.too_many_ahead,
    planFailures.plan_not_found,
  ],
})

export const updateLiveSession = route({
  method: 'PUT',
  path: '/live-sessions/:liveSessionId',
  caller: 'owner',
  summary: 'Changes a session that isn’t over. Once it is live, its time stays.',
  input: z.object({ liveSessionId, ...liveForm }),
  output: saying,
  failures: [
    failures.live_session_not_found,
    failures.wrong_state,
    failures.starts_wrong,
    planFailures.plan_not_found,
  ],
})

export const moveLiveSession = route({
  method: 'POST',
  path: '/live-sessions/:liveSessionId/move',
  caller: 'owner',
  summary: 'Opens the waiting room before its time, starts the session, ends it, or cancels it.',
  input: z.object({ liveSessionId, move: z.enum(LIVE_MOVES) }),
  output: saying,
  failures: [failures.live_session_not_found, failures.wrong_state, failures.one_live_only],
})

export const remindOfLiveSession = route({
  method: 'PUT',
  path: '/live-sessions/:liveSessionId/reminder',
  caller: 'member',
  summary: 'Asks to be reminded when the waiting room opens.',
  input: ofSession,
  output: z.object({}),
  failures: [failures.live_session_not_found, failures.wrong_state],
})

export const forgetReminder = route({
  method: 'DELETE',
  path: '/live-sessions/:liveSessionId/reminder',
  caller: 'member',
  summary: 'Takes that back.',
  input: ofSession,
  output: z.object({}),
  failures: [failures.live_session_not_found],
})

export const attendLiveSession = route({
  method: 'PUT',
  path: '/live-sessions/:liveSessionId/attendance',
  caller: 'member',
  summary: 'Says that the caller is there; an open page does so once a minute.',
  input: ofSession,
  output: z.object({}),
  failures: [failures.live_session_not_found],
})

export const listLivePolls = route({
  method: 'GET',
  path: '/live-sessions/:liveSessionId/polls',
  caller: 'member',
  summary: 'The polls that were asked in a session, the latest first.',
  input: ofSession,
  output: z.object({ pollIds: z.array(id()).check(z.maxLength(LIVE_POLLS_MAX)) }),
  failures: [failures.live_session_not_found],
})

export const liveRoutes = [
  listLiveSessions,
  listFeedLive,
  listLiveNow,
  scheduleLiveSession,
  getLiveSession,
  updateLiveSession,
  moveLiveSession,
  remindOfLiveSession,
  forgetReminder,
  attendLiveSession,
  listLivePolls,
] as const
