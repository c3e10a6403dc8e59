/* How large a post may be, and how many a list has. Bytes are UTF-8. */

/** The editor's blocks as JSON, or the HTML that is sent instead; some 40,000 English words. */
export const POST_CONTENT_MAX_BYTES = 256 * 1024

/** The stored HTML, after cleaning: escapes and the attributes of links make it longer than what was sent. */
export const POST_HTML_MAX_BYTES = 256 * 1024

/** Blocks of one post, each list counting as one. */
export const POST_BLOCKS_MAX = 2000

/** The HTML that a list carries of each post; the rest is fetched by the post's id. */
export const EXCERPT_MAX_BYTES = 2048

/** Posts of one answer, where a call doesn't say how many it wants. */
export const POSTS_PER_PAGE = 20
