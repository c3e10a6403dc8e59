/* The screen's first requests. The server makes the same ones when it renders the page. */

/** As many as one answer holds: the instant search covers everything loaded. */
export const FIRST_CREATORS_INPUT = { limit: 100 }
export const FIRST_POSTS_INPUT = { limit: 10 }
