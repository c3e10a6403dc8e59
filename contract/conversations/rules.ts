export const CONVERSATION_KINDS = ['pair', 'group'] as const

/** The people of a group, with who opened it. */
export const GROUP_MIN = 3
export const GROUP_MAX = 50
export const GROUP_NAME_MAX_LENGTH = 60

/** A request to somebody who didn't ask to hear from the writer: one message, without link or file. */
export const REQUEST_MAX_LENGTH = 500
export const REQUESTS_PER_DAY = 5
/** Unanswered, a request is gone after that. */
export const REQUEST_DAYS = 30

/** Once a plan has ended, what the other one wrote can be answered for so long. */
export const ANSWER_DAYS = 30

export const ANNOUNCEMENT_MAX_LENGTH = 4000
/** Between two announcements of a page. */
export const ANNOUNCEMENT_EVERY_HOURS = 24

export const CONVERSATIONS_PER_PAGE = 30
export const CONVERSATION_SEARCH_MAX_LENGTH = 100
/** A search through messages looks into so many conversations at a time, those written in last first. */
export const CONVERSATIONS_SEARCHED = 200
/** Of what such a part of a search finds, the newest are shown. */
export const MESSAGES_FOUND = 30

export const CONVERSATION_FILTERS = ['all', 'unread', 'requests'] as const
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number]

/** Who may write to a creator's page without asking. */
export const ALLOWED_WRITERS = ['nobody', 'plans', 'members', 'followers'] as const
export type AllowedWriters = (typeof ALLOWED_WRITERS)[number]

export interface MessageRules {
  allow: AllowedWriters
  planIds: readonly string[]
  /** People one shares a room with may write without asking. */
  fromRooms: boolean
  /** Everybody else may send a request. */
  takesRequests: boolean
  /** Others see what one has read; only then does one see what they have. */
  showsRead: boolean
}

/** Until somebody chooses otherwise. */
export const DEFAULT_MESSAGE_RULES: MessageRules = {
  allow: 'members',
  planIds: [],
  fromRooms: false,
  takesRequests: true,
  showsRead: false,
}

/** What somebody may do who wants to write to another: at once, as a request, or not. */
export const CONVERSATION_DOORS = ['open', 'request', 'closed'] as const

/** What a person is in a conversation of theirs. */
export const PARTICIPANT_STATES = ['active', 'requested'] as const
