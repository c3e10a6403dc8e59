/** Where a paying process is killed: around each of its commits, and around the provider's part. */
export const KILL_POINTS = [
  'intent_not_committed',
  'intent_committed',
  'before_request',
  'request_under_way',
  'answer_received',
  'answer_not_committed',
  'answer_committed',
] as const

export type KillPoint = (typeof KILL_POINTS)[number]
