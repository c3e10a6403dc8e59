/* Without zod: the bell loads this in the browser. */

/** How soon a mail comes: at once, in the digest of the day or of the week, or never. */
export const MAIL_PACES = ['now', 'daily', 'weekly', 'off'] as const
export type MailPace = (typeof MAIL_PACES)[number]

/** What may be chosen about one topic. */
export interface Choice {
  bell: boolean
  mail: MailPace
  push: boolean
}

interface TopicRules {
  /** `always`: about money, so each has a mail of its own that can't be ended. `never`: too small for a mail. */
  mail: 'chosen' | 'always' | 'never'
  /** Until somebody chooses otherwise. */
  defaults: Choice
  /** Only people with a page of their own hear of it. */
  isForCreators: boolean
  /** May be chosen page by page, too. */
  isPerCreator: boolean
  /** A mail at once comes only when the news is still unread a while later. */
  mailsUnread?: boolean
}

/** What people choose about, in the order they are shown. */
export const NOTICE_TOPICS = {
  newPosts: {
    mail: 'chosen',
    defaults: { bell: true, mail: 'now', push: true },
    isForCreators: false,
    isPerCreator: true,
  },
  replies: {
    mail: 'chosen',
    defaults: { bell: true, mail: 'now', push: true },
    isForCreators: false,
    isPerCreator: false,
    mailsUnread: true,
  },
  messages: {
    mail: 'chosen',
    defaults: { bell: true, mail: 'now', push: true },
    isForCreators: false,
    isPerCreator: false,
    mailsUnread: true,
  },
  decisions: {
    mail: 'chosen',
    defaults: { bell: true, mail: 'now', push: false },
    isForCreators: false,
    isPerCreator: false,
    mailsUnread: true,
  },
  votes: {
    mail: 'chosen',
    defaults: { bell: true, mail: 'daily', push: false },
    isForCreators: false,
    isPerCreator: false,
  },
  live: {
    mail: 'chosen',
    defaults: { bell: true, mail: 'now', push: true },
    isForCreators: false,
    isPerCreator: false,
  },
  liveNow: {
    mail: 'never',
    defaults: { bell: true, mail: 'off', push: true },
    isForCreators: false,
    isPerCreator: false,
  },
  memberships: {
    mail: 'always',
    defaults: { bell: true, mail: 'now', push: true },
    isForCreators: false,
    isPerCreator: false,
  },
  members: {
    mail: 'chosen',
    defaults: { bell: true, mail: 'daily', push: true },
    isForCreators: true,
    isPerCreator: false,
  },
  followers: {
    mail: 'chosen',
    defaults: { bell: true, mail: 'off', push: false },
    isForCreators: true,
    isPerCreator: false,
  },
  likes: {
    mail: 'never',
    defaults: { bell: true, mail: 'off', push: false },
    isForCreators: true,
    isPerCreator: false,
  },
  polls: {
    mail: 'never',
    defaults: { bell: true, mail: 'off', push: false },
    isForCreators: true,
    isPerCreator: false,
  },
  comments: {
    mail: 'chosen',
    defaults: { bell: true, mail: 'daily', push: false },
    isForCreators: true,
    isPerCreator: false,
    mailsUnread: true,
  },
  approvals: {
    mail: 'chosen',
    defaults: { bell: true, mail: 'daily', push: true },
    isForCreators: true,
    isPerCreator: false,
    mailsUnread: true,
  },
  refunds: {
    mail: 'always',
    defaults: { bell: true, mail: 'now', push: true },
    isForCreators: true,
    isPerCreator: false,
  },
  payouts: {
    mail: 'always',
    defaults: { bell: true, mail: 'now', push: true },
    isForCreators: true,
    isPerCreator: false,
  },
} as const satisfies Record<string, TopicRules>

export type NoticeTopic = keyof typeof NOTICE_TOPICS

export function topicRules(topic: NoticeTopic): TopicRules {
  return NOTICE_TOPICS[topic]
}

/** Everything the bell tells, by what is chosen about it. A new kind also needs its sentence in notice-messages.ts. */
export const NOTICE_KINDS = {
  new_post: 'newPosts',
  post_opened: 'newPosts',
  replied: 'replies',
  mentioned: 'replies',
  messaged: 'messages',
  message_requested: 'messages',
  announced: 'messages',
  message_held: 'decisions',
  message_hidden: 'decisions',
  message_removed: 'decisions',
  message_restored: 'decisions',
  message_approved: 'decisions',
  commented: 'comments',
  approval_waits: 'approvals',
  report_waits: 'approvals',
  report_answered: 'decisions',
  case_decided: 'decisions',
  appeal_ended: 'decisions',
  renewal_ahead: 'memberships',
  renewal_failed: 'memberships',
  renewal_last_try: 'memberships',
  membership_paused: 'memberships',
  membership_ending: 'memberships',
  card_expiring: 'memberships',
  price_raised: 'memberships',
  price_lowered: 'memberships',
  member_joined: 'members',
  member_left: 'members',
  follower: 'followers',
  post_liked: 'likes',
  poll_closed: 'polls',
  vote_ended: 'votes',
  live_scheduled: 'live',
  live_moved: 'live',
  live_called_off: 'live',
  question_answered: 'live',
  live_soon: 'liveNow',
  live_started: 'liveNow',
  refund_requested: 'refunds',
  payout_paid: 'payouts',
  payout_failed: 'payouts',
  payout_reversed: 'payouts',
} as const satisfies Record<string, NoticeTopic>

export type NoticeKind = keyof typeof NOTICE_KINDS

/** The bell keeps this much of each person. */
export const BELL_MAX_ROWS = 500
export const BELL_MAX_DAYS = 90

/** Mails about news that a person gets in a day, the digest included; the rest waits for the next digest. */
export const MAILS_PER_DAY = 8

/** News that is unread for so long is mailed, where the topic waits for that. */
export const MAILED_UNREAD_AFTER_MINUTES = 10

/** When the digest comes, where its reader is. */
export const DIGEST_HOUR = 8

/** Browsers that one person may have pushes on. */
export const PUSH_DEVICES_MAX = 10
