import { CREATORS, EVERYBODY, OWNER, SIGNED_IN } from './door-verdicts.ts'

/*
 * Polls, in the table of who may call what: signed out, member, other creator, owner, suspended. The poll is Asha's, in
 * a post for everyone; the room is hers, too. What each kind of person may do is in `server/domains/polls/access.test.ts`.
 */

const KEEPERS = [401, 404, 404, 'ok', 401] as const

export const POLL_ACCESS = {
  'POST /polls': CREATORS,
  'POST /channels/:channelId/polls': OWNER,
  'GET /polls/:pollId': EVERYBODY,
  'PUT /polls/:pollId': KEEPERS,
  'PUT /polls/:pollId/vote': SIGNED_IN,
  'DELETE /polls/:pollId/vote': SIGNED_IN,
  'POST /polls/:pollId/close': KEEPERS,
  'GET /polls/:pollId/votes': SIGNED_IN,
  'GET /polls/:pollId/votes.csv': KEEPERS,
} as const

/** What the suspension of Asha does to each. */
export const POLL_SUSPENSIONS = {
  ...Object.fromEntries(Object.keys(POLL_ACCESS).map((name) => [name, 'as unknown' as const])),
  'POST /polls': 'own' as const,
}

export const POLL = {
  question: 'Which song next?',
  options: ['The river', 'The lamp'],
  choicesMin: 1,
  choicesMax: 1,
  minutes: 1440,
  voters: { reach: 'everyone' as const, planIds: [] },
  results: 'always' as const,
  secrecy: 'everyone' as const,
  mayChange: true,
  weights: [],
}

/** The input of each of them, about that poll and that room. */
export function inputsOfPolls(pollId: string, roomId: string): Record<string, Record<string, unknown>> {
  return {
    'POST /polls': { clientKey: pollId, ...POLL },
    'POST /channels/:channelId/polls': { channelId: roomId, clientKey: roomId, ...POLL },
    'GET /polls/:pollId': { pollId },
    'PUT /polls/:pollId': { pollId, ...POLL },
    'PUT /polls/:pollId/vote': { pollId, options: [0] },
    'DELETE /polls/:pollId/vote': { pollId },
    'POST /polls/:pollId/close': { pollId },
    'GET /polls/:pollId/votes': { pollId },
    'GET /polls/:pollId/votes.csv': { pollId },
  }
}
