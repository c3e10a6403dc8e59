import { EVERYBODY, OWNER, SIGNED_IN } from './door-verdicts.ts'

/*
 * Messages and the order of a page, in the table of who may call what: signed out, member, other creator, owner,
 * suspended. The channel is the comments of Asha's post, which everyone may read. What is a person's own there is in
 * `server/domains/channels/access.test.ts`.
 */

const KEEPERS = [401, 404, 404, 'ok', 401] as const

export const CHANNEL_ACCESS = {
  'GET /channels/:channelId': EVERYBODY,
  'GET /channels/:channelId/messages': EVERYBODY,
  'GET /channels/:channelId/search': SIGNED_IN,
  'GET /channels/:channelId/people': SIGNED_IN,
  'POST /channels/:channelId/messages': SIGNED_IN,
  'POST /channels/:channelId/typing': SIGNED_IN,
  'PUT /channels/:channelId/messages/:seq': SIGNED_IN,
  'DELETE /channels/:channelId/messages/:seq': SIGNED_IN,
  'PUT /channels/:channelId/messages/:seq/reactions': SIGNED_IN,
  'DELETE /channels/:channelId/messages/:seq/reactions': SIGNED_IN,
  'PUT /channels/:channelId/read': SIGNED_IN,
  'PUT /channels/:channelId/notifications': SIGNED_IN,
  'GET /user/member-badge': SIGNED_IN,
  'GET /user/moderated-pages': SIGNED_IN,
  'PUT /user/member-badge': SIGNED_IN,
  'POST /channels/:channelId/messages/:seq/act': KEEPERS,
  'PUT /channels/:channelId/rules': KEEPERS,
  'GET /channels/:channelId/messages/:seq/history': KEEPERS,
  'GET /creators/:pageHandle/held-messages': OWNER,
  'GET /creators/:pageHandle/moderation': OWNER,
  'PUT /creators/:pageHandle/moderation': OWNER,
  'GET /creators/:pageHandle/moderators': OWNER,
  'GET /creators/:pageHandle/moderator-candidates': OWNER,
  'PUT /creators/:pageHandle/moderators/:userId': OWNER,
  'DELETE /creators/:pageHandle/moderators/:userId': OWNER,
  'GET /creators/:pageHandle/mutes': OWNER,
  'POST /creators/:pageHandle/mutes': OWNER,
  'DELETE /creators/:pageHandle/mutes/:userId': OWNER,
  'GET /posts/:id/comment-settings': OWNER,
  'PUT /posts/:id/comment-settings': OWNER,
} as const

/** The input of each of them, about that post's comments and that person. */
export function inputsOfChannels(postId: string, userId: string): Record<string, Record<string, unknown>> {
  const page = { pageHandle: 'asha' }
  const message = { channelId: postId, seq: 1 }
  return {
    'GET /channels/:channelId': { channelId: postId },
    'GET /channels/:channelId/messages': { channelId: postId },
    'GET /channels/:channelId/search': { channelId: postId, q: 'thanks' },
    'GET /channels/:channelId/people': { channelId: postId, q: 'a' },
    'POST /channels/:channelId/messages': { channelId: postId, clientKey: postId, body: 'Thanks' },
    'POST /channels/:channelId/typing': { channelId: postId },
    'PUT /channels/:channelId/messages/:seq': { ...message, body: 'Thank you' },
    'DELETE /channels/:channelId/messages/:seq': message,
    'PUT /channels/:channelId/messages/:seq/reactions': { ...message, emoji: '👍' },
    'DELETE /channels/:channelId/messages/:seq/reactions': { ...message, emoji: '👍' },
    'PUT /channels/:channelId/read': { channelId: postId, seq: 1 },
    'PUT /channels/:channelId/notifications': { channelId: postId, mutedUntil: null },
    'PUT /user/member-badge': { isHidden: false },
    'POST /channels/:channelId/messages/:seq/act': { ...message, act: 'hide', reason: '' },
    'PUT /channels/:channelId/rules': { channelId: postId, isLocked: false, slowSeconds: null },
    'GET /channels/:channelId/messages/:seq/history': message,
    'GET /creators/:pageHandle/held-messages': page,
    'GET /creators/:pageHandle/moderation': page,
    'PUT /creators/:pageHandle/moderation': {
      ...page,
      commentsFrom: 'readers',
      planIds: [],
      linksFrom: 'everyone',
      holdFirst: false,
      autoHide: true,
      slowSeconds: 0,
      words: [],
    },
    'GET /creators/:pageHandle/moderators': page,
    'GET /creators/:pageHandle/moderator-candidates': { ...page, q: 'ravi' },
    'PUT /creators/:pageHandle/moderators/:userId': { ...page, userId },
    'DELETE /creators/:pageHandle/moderators/:userId': { ...page, userId },
    'GET /creators/:pageHandle/mutes': page,
    'POST /creators/:pageHandle/mutes': { ...page, userId, minutes: null, channelId: null, hidePast: false },
    'DELETE /creators/:pageHandle/mutes/:userId': { ...page, userId },
    'GET /posts/:id/comment-settings': { id: postId },
    'PUT /posts/:id/comment-settings': { id: postId, commentsFrom: null, planIds: [] },
  }
}
