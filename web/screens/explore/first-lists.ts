/** As many as one answer holds: the instant search covers everything loaded. */
export const CREATORS_AT_ONCE = 100
export const POSTS_AT_ONCE = 10

/* The screen's first requests. The server makes the same ones when it renders the page. */
export const FIRST_CREATORS_INPUT = { limit: CREATORS_AT_ONCE }
export const FIRST_POSTS_INPUT = { limit: POSTS_AT_ONCE }
