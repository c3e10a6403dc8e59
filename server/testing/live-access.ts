import { CREATORS, EVERYBODY, SIGNED_IN } from './door-verdicts.ts'

/*
 * Live sessions, in the table of who may call what: signed out, member, other creator, owner, suspended. The session is
 * Asha's, open to everyone with an account; the question in it is a friend's. What each kind of person may do in one is in
 * `server/domains/live/access.test.ts`.
 */

const OWNERS = [401, 404, 404, 'ok', 401] as const

export const LIVE_ACCESS = {
  'GET /creators/:pageHandle/live-sessions': EVERYBODY,
  'GET /user/live-sessions': SIGNED_IN,
  'GET /user/live-now': SIGNED_IN,
  'POST /live-sessions': CREATORS,
  'GET /live-sessions/:liveSessionId': EVERYBODY,
  'PUT /live-sessions/:liveSessionId': OWNERS,
  'POST /live-sessions/:liveSessionId/move': OWNERS,
  'PUT /live-sessions/:liveSessionId/reminder': SIGNED_IN,
  'DELETE /live-sessions/:liveSessionId/reminder': SIGNED_IN,
  'PUT /live-sessions/:liveSessionId/attendance': SIGNED_IN,
  'GET /live-sessions/:liveSessionId/polls': SIGNED_IN,
  'POST /live-sessions/:liveSessionId/broadcasts': OWNERS,
  'POST /broadcasts/:broadcastId/end': OWNERS,
  'POST /live-sessions/:liveSessionId/players': SIGNED_IN,
  'GET /live-sessions/:liveSessionId/questions': SIGNED_IN,
  'POST /live-sessions/:liveSessionId/questions': SIGNED_IN,
  'PUT /questions/:questionId/vote': SIGNED_IN,
  'DELETE /questions/:questionId/vote': SIGNED_IN,
  'DELETE /questions/:questionId': [401, 404, 404, 404, 401],
  'POST /questions/:questionId/act': OWNERS,
  'GET /user/stream-key': CREATORS,
  'POST /user/stream-key': CREATORS,
} as const

function suspensionOf(name: string): 'own' | 'left out' | 'as unknown' {
  if (name === 'POST /live-sessions' || name.endsWith('/user/stream-key')) return 'own'
  return name === 'GET /user/live-sessions' || name === 'GET /user/live-now' ? 'left out' : 'as unknown'
}

/** What the suspension of Asha does to each. */
export const LIVE_SUSPENSIONS = Object.fromEntries(
  Object.keys(LIVE_ACCESS).map((name) => [name, suspensionOf(name)]),
)

const SESSION = {
  title: 'Ask me anything',
  text: '',
  startsAt: new Date(Date.now() + 3_600_000).toISOString(),
  audience: [{ reach: 'everyone', planIds: [], isExact: false, fromAt: null, untilAt: null }],
  questions: 'open',
  anonymousAllowed: true,
  replay: 'none',
}

/** The input of each of them, about that session and that question. */
export function inputsOfLive(
  liveSessionId: string,
  questionId: string,
  broadcastId: string,
): Record<string, Record<string, unknown>> {
  const ofSession = { liveSessionId }
  return {
    'GET /creators/:pageHandle/live-sessions': { pageHandle: 'asha' },
    'GET /user/live-sessions': {},
    'GET /user/live-now': {},
    'POST /live-sessions': { clientKey: liveSessionId, ...SESSION },
    'GET /live-sessions/:liveSessionId': ofSession,
    'PUT /live-sessions/:liveSessionId': { ...ofSession, ...SESSION },
    'POST /live-sessions/:liveSessionId/move': { ...ofSession, move: 'open' },
    'PUT /live-sessions/:liveSessionId/reminder': ofSession,
    'DELETE /live-sessions/:liveSessionId/reminder': ofSession,
    'PUT /live-sessions/:liveSessionId/attendance': ofSession,
    'GET /live-sessions/:liveSessionId/polls': ofSession,
    'GET /live-sessions/:liveSessionId/questions': { ...ofSession, part: 'waiting' },
    'POST /live-sessions/:liveSessionId/questions': {
      ...ofSession,
      clientKey: liveSessionId,
      body: 'How do you begin?',
      isAnonymous: false,
    },
    'POST /live-sessions/:liveSessionId/broadcasts': {
      ...ofSession,
      clientKey: liveSessionId,
      mime: 'video/mp4; codecs="avc1.42c01f,mp4a.40.2"',
      width: 1280,
      height: 720,
    },
    'POST /broadcasts/:broadcastId/end': { broadcastId },
    'POST /live-sessions/:liveSessionId/players': ofSession,
    'PUT /questions/:questionId/vote': { questionId },
    'DELETE /questions/:questionId/vote': { questionId },
    'DELETE /questions/:questionId': { questionId },
    'POST /questions/:questionId/act': { questionId, act: 'decline' },
    'GET /user/stream-key': {},
    'POST /user/stream-key': {},
  }
}
