/** Where people talk: the comments of a post, a room, a conversation, the chat of a live session. */
export const CHANNEL_KINDS = ['post', 'room', 'conversation', 'live'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

/** Until when a channel is muted that somebody mutes without saying for how long. */
export const MUTED_FOR_GOOD = '2100-01-01T00:00:00.000Z'

/** Why somebody may read and not write. */
export const WHY_NOT = [
  'signed_out',
  'followers',
  'members',
  'plans',
  'nobody',
  'rules',
  'blocked',
  'muted',
  'locked',
  'ended',
  'asked',
  'request',
] as const
export type WhyNot = (typeof WHY_NOT)[number]

/** Somebody who typed is shown as typing for so long. */
export const TYPING_SECONDS = 5
/** Of a message that another one answers, so much is shown. */
export const QUOTE_MAX_LENGTH = 280

export const MESSAGE_STATES = ['visible', 'held', 'hidden', 'removed', 'deleted'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/**
 * What held, hid or removed a message: one of the page's words, that it is a first one, reports, a mute, a person, or the
 * operator, whose decisions nobody on the page changes.
 */
export const STATE_CAUSES = ['words', 'first', 'reports', 'mute', 'moderator', 'operator'] as const
export type StateCause = (typeof STATE_CAUSES)[number]

/** What a moderator does about a message. */
export const MESSAGE_ACTS = ['hide', 'restore', 'remove', 'approve', 'pin', 'unpin'] as const
export type MessageAct = (typeof MESSAGE_ACTS)[number]

export const MESSAGE_ORDERS = ['newest', 'oldest', 'top'] as const
export type MessageOrder = (typeof MESSAGE_ORDERS)[number]

export const MESSAGE_MAX_LENGTH = 4000
export const MEDIA_PER_MESSAGE = 10
export const MENTIONS_MAX = 10
/** Kinds of emoji on one message. */
export const REACTION_KINDS_MAX = 20
export const EMOJI_MAX_LENGTH = 40
export const PINS_MAX = 3
export const EDIT_HOURS = 24
/** How long earlier wordings are kept for moderators. */
export const EDITS_KEPT_DAYS = 90
export const ACT_REASON_MAX_LENGTH = 500
/** Reports that hold a message. */
export const REPORTS_TO_HOLD = 3
/** Younger accounts' reports don't hold anything. */
export const REPORTER_MIN_DAYS = 7
/** Younger accounts write a fifth as often, and no links. */
export const NEWCOMER_HOURS = 24
export const MESSAGES_PER_PAGE = 30
export const SEARCH_MIN_LENGTH = 2
export const SEARCH_MAX_LENGTH = 100
