/** How a call ended at the door: `ok` means that its caller was let in. */
type Verdict = 'ok' | 401 | 403 | 404 | 400

/** A route's verdicts. */
export type Row = readonly [
  signedOut: Verdict,
  member: Verdict,
  otherCreator: Verdict,
  owner: Verdict,
  suspended: Verdict,
]

/* By visitor, member, another creator, the owner, somebody suspended. */
export const EVERYBODY = ['ok', 'ok', 'ok', 'ok', 'ok'] as const
export const SIGNED_IN = [401, 'ok', 'ok', 'ok', 401] as const
export const CREATORS = [401, 403, 'ok', 'ok', 401] as const
export const OWNER = [401, 403, 403, 'ok', 401] as const
export const STAFF = [401, 403, 403, 403, 401] as const

/** Refusals at the door, as opposed to answers about the input. */
export const DOOR_CODES = new Set([
  'signed_out',
  'forbidden',
  'subscription_not_found',
  'member_not_found',
  'session_not_found',
  'factor_not_found',
  'payment_not_found',
  'medium_not_found',
  'refund_not_found',
  'feed_not_found',
  'feed_not_yours',
  'collection_not_found',
  'channel_not_found',
  'room_not_found',
  'live_session_not_found',
  'question_not_found',
  'conversation_not_found',
  'case_not_found',
  'poll_not_found',
  'may_not_ask',
  'no_page',
  'webhook_unsigned',
])
