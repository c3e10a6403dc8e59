import { OWNER, SIGNED_IN } from './door-verdicts.ts'

/*
 * Conversations, in the table of who may call what: signed out, member, other creator, owner, suspended. The group is
 * Asha's, and the member and the other creator aren't in it. What each kind of person may do in a conversation of two is
 * in `server/domains/conversations/access.test.ts`.
 */

const INSIDE = [401, 404, 404, 'ok', 401] as const

export const CONVERSATION_ACCESS = {
  'GET /conversations': SIGNED_IN,
  'GET /conversations/search': SIGNED_IN,
  'GET /conversations/reach': SIGNED_IN,
  'GET /conversations/writable': SIGNED_IN,
  'GET /conversations/people': SIGNED_IN,
  'POST /conversations': SIGNED_IN,
  'GET /conversations/:conversationId': INSIDE,
  'POST /conversations/:conversationId/answer': INSIDE,
  'PUT /conversations/:conversationId': INSIDE,
  'PUT /conversations/:conversationId/people/:userId': INSIDE,
  'DELETE /conversations/:conversationId/people/:userId': INSIDE,
  'GET /user/message-rules': SIGNED_IN,
  'PUT /user/message-rules': SIGNED_IN,
  'POST /creators/:pageHandle/announcements': OWNER,
  'GET /creators/:pageHandle/announcements': OWNER,
} as const

/** What the suspension of Asha does to each. */
export const CONVERSATION_SUSPENSIONS = {
  'GET /conversations': 'left out',
  'GET /conversations/search': 'left out',
  'GET /conversations/reach': 'left out',
  'GET /conversations/writable': 'left out',
  'GET /conversations/people': 'left out',
  'POST /conversations': 'left out',
  'GET /conversations/:conversationId': 'own',
  'POST /conversations/:conversationId/answer': 'own',
  'PUT /conversations/:conversationId': 'own',
  'PUT /conversations/:conversationId/people/:userId': 'own',
  'DELETE /conversations/:conversationId/people/:userId': 'own',
  'GET /user/message-rules': 'own',
  'PUT /user/message-rules': 'own',
  'POST /creators/:pageHandle/announcements': 'as unknown',
  'GET /creators/:pageHandle/announcements': 'as unknown',
} as const

/** The input of each of them, about that group and that person. */
export function inputsOfConversations(
  conversationId: string,
  userId: string,
): Record<string, Record<string, unknown>> {
  const page = { pageHandle: 'asha' }
  const inside = { conversationId }
  const rules = { allow: 'members', planIds: [], fromRooms: false, takesRequests: true, showsRead: false }
  return {
    'GET /conversations/search': { q: 'thanks' },
    'GET /conversations/reach': page,
    'GET /conversations/writable': { userIds: userId },
    'GET /conversations/people': { q: 'a' },
    'POST /conversations': { ...page, clientKey: conversationId, body: 'Hello' },
    'GET /conversations/:conversationId': inside,
    'POST /conversations/:conversationId/answer': { ...inside, answer: 'accept' },
    'PUT /conversations/:conversationId': { ...inside, name: 'Studio' },
    'PUT /conversations/:conversationId/people/:userId': { ...inside, userId },
    'DELETE /conversations/:conversationId/people/:userId': { ...inside, userId },
    'PUT /user/message-rules': rules,
    'POST /creators/:pageHandle/announcements': {
      ...page,
      clientKey: conversationId,
      audience: [{ reach: 'members', planIds: [], isExact: false, fromAt: null, untilAt: null }],
      body: 'News',
    },
    'GET /creators/:pageHandle/announcements': page,
  }
}
