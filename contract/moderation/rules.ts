/** Who may comment on a page's posts, beyond being able to read them. */
export const COMMENTERS = ['readers', 'followers', 'members', 'plans', 'nobody'] as const
export type Commenters = (typeof COMMENTERS)[number]

/** Whose messages may hold links. The creator's and the moderators' always may. */
export const LINKERS = ['everyone', 'followers', 'members', 'nobody'] as const
export type Linkers = (typeof LINKERS)[number]

/** What happens to a message with one of the page's words. */
export const WORD_ACTS = ['hold', 'refuse'] as const
export type WordAct = (typeof WORD_ACTS)[number]

export const MODERATORS_MAX = 10
export const WORD_RULES_MAX = 500
export const PHRASE_MAX_LENGTH = 60
/** Six hours. */
export const SLOW_MODE_MAX_SECONDS = 21_600
export const MUTE_MAX_DAYS = 366
/** An address, or a username. */
export const PERSON_SEARCH_MAX_LENGTH = 254
