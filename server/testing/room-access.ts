import { EVERYBODY, OWNER, SIGNED_IN } from './door-verdicts.ts'

/*
 * Rooms, in the table of who may call what: signed out, member, other creator, owner, suspended. The room is Asha's, and
 * open to everyone with an account. What each kind of person may do in one is in `server/domains/rooms/access.test.ts`.
 */

const KEEPERS = [401, 404, 404, 'ok', 401] as const

export const ROOM_ACCESS = {
  'GET /creators/:pageHandle/rooms': EVERYBODY,
  'POST /creators/:pageHandle/rooms': OWNER,
  'PUT /creators/:pageHandle/rooms/order': OWNER,
  'PUT /rooms/:roomId': KEEPERS,
  'DELETE /rooms/:roomId': KEEPERS,
  'POST /rooms/:roomId/restore': KEEPERS,
  'PUT /creators/:pageHandle/community-rules': OWNER,
  'PUT /creators/:pageHandle/community-rules/accepted': SIGNED_IN,
  'GET /rooms/:roomId/people': SIGNED_IN,
  'GET /rooms/:roomId/exclusions': KEEPERS,
  'PUT /rooms/:roomId/exclusions/:userId': KEEPERS,
  'DELETE /rooms/:roomId/exclusions/:userId': KEEPERS,
} as const

/** What the suspension of Asha does to each. */
export const ROOM_SUSPENSIONS = Object.fromEntries(
  Object.keys(ROOM_ACCESS).map((name) => [name, 'as unknown' as const]),
)

const ROOM = {
  name: 'Studio',
  emoji: '🎧',
  topic: '',
  audience: [{ reach: 'everyone', planIds: [], isExact: false, fromAt: null, untilAt: null }],
  writeFrom: 'readers',
  planIds: [],
}

/** The input of each of them, about that room and that person. */
export function inputsOfRooms(roomId: string, userId: string): Record<string, Record<string, unknown>> {
  const page = { pageHandle: 'asha' }
  return {
    'GET /creators/:pageHandle/rooms': page,
    'POST /creators/:pageHandle/rooms': { ...page, ...ROOM },
    'PUT /creators/:pageHandle/rooms/order': { ...page, roomIds: [roomId] },
    'PUT /rooms/:roomId': { roomId, ...ROOM },
    'DELETE /rooms/:roomId': { roomId },
    'POST /rooms/:roomId/restore': { roomId },
    'PUT /creators/:pageHandle/community-rules': { ...page, rules: 'Be kind.' },
    'PUT /creators/:pageHandle/community-rules/accepted': page,
    'GET /rooms/:roomId/people': { roomId },
    'GET /rooms/:roomId/exclusions': { roomId },
    'PUT /rooms/:roomId/exclusions/:userId': { roomId, userId },
    'DELETE /rooms/:roomId/exclusions/:userId': { roomId, userId },
  }
}
