/* Without zod: the screens load this. */

export const POLL_OPTIONS_MIN = 2
export const POLL_OPTIONS_MAX = 20
/** Characters. */
export const POLL_OPTION_MAX_LENGTH = 100
/** Characters. */
export const POLL_QUESTION_MAX_LENGTH = 200
/** Polls in one post. */
export const POLLS_PER_POST = 5

/** How long a poll can be open, in minutes. */
export const POLL_MINUTES_MIN = 1
export const POLL_MINUTES_MAX = 90 * 24 * 60

export const POLL_WEIGHT_MAX = 100

/** When people see what was voted; the page's owner always does. */
export const POLL_RESULTS = ['always', 'after_vote', 'after_close', 'owner'] as const
export type PollResults = (typeof POLL_RESULTS)[number]

/** Who learns who voted for what. */
export const POLL_SECRECIES = ['secret', 'creator', 'everyone'] as const
export type PollSecrecy = (typeof POLL_SECRECIES)[number]

/** `draft`: what it hangs on isn't out yet. */
export const POLL_STATES = ['draft', 'open', 'closed'] as const

/** Why somebody may not vote in an open poll. */
export const NO_VOTE = ['signed_out', 'owner', 'blocked', 'followers', 'members', 'plans'] as const
export type NoVote = (typeof NO_VOTE)[number]
