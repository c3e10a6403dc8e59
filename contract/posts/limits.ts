/* How large a post may be. Bytes are UTF-8. */

/** Of the editor's blocks as JSON, or of the HTML that is sent instead; some 40,000 English words. */
export const POST_CONTENT_MAX_BYTES = 256 * 1024

/** Of the HTML that is kept, after cleaning: escapes and the attributes of links make it longer than what was sent. */
export const POST_HTML_MAX_BYTES = 256 * 1024

/** Blocks of one post, each list being one. */
export const POST_BLOCKS_MAX = 2000

/** Of the HTML that a list carries of each post; the rest is asked for by the post's id. */
export const EXCERPT_MAX_BYTES = 2048
