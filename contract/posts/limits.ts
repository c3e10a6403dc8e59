/* How large a post may be, and how many a list has. Bytes are UTF-8. */

/** The editor's blocks as JSON, or the HTML that is sent instead; some 40,000 English words. */
export const POST_CONTENT_MAX_BYTES = 256 * 1024

/** The stored HTML, after cleaning: escapes and the attributes of links make it longer than what was sent. */
export const POST_HTML_MAX_BYTES = 256 * 1024

/** Blocks of one post, each list counting as one. */
export const POST_BLOCKS_MAX = 2000

/** The HTML that a list carries of each post; the rest is fetched by the post's id. */
export const EXCERPT_MAX_BYTES = 2048

export const POST_TITLE_MAX_LENGTH = 150
/** What a creator tells people who can't read a post. */
export const POST_TEASER_MAX_LENGTH = 300
/** The words in a post's address; in UTF-16 units, as a call's input is measured, twice as many. */
export const POST_SLUG_MAX_LENGTH = 80
export const POST_ADDRESS_MAX_LENGTH = 2 * POST_SLUG_MAX_LENGTH
/** Posts at the top of a page. */
export const PINS_MAX = 3
/** Collections of one page, and posts in one of them. */
export const COLLECTIONS_MAX = 50
export const COLLECTION_POSTS_MAX = 500
export const COLLECTION_TITLE_MAX_LENGTH = 100
export const COLLECTION_DESCRIPTION_MAX_LENGTH = 500
/** Posts that were never published, of one page. */
export const DRAFTS_MAX = 500
export const PUBLISH_AHEAD_MIN_MS = 60_000
export const PUBLISH_AHEAD_MAX_DAYS = 366
/** How long a deleted post can be brought back. */
export const DELETE_UNDO_SECONDS = 30

/** How long a preview link works. */
export const PREVIEW_DAYS = 7

export const PICTURES_PER_POST = 20
/** Pictures that stand together in the text. */
export const PICTURES_PER_BLOCK = 9
/** What is written below them. */
export const PICTURE_CAPTION_MAX_LENGTH = 300
/** Videos and audio together. */
export const PLAYERS_PER_POST = 5
/** Files to download. */
export const FILES_PER_POST = 20

/** Posts whose marks one call asks for. */
export const MARKS_MAX = 100
/** Of their ids, each with a comma. */
export const POST_IDS_MAX_LENGTH = MARKS_MAX * 37

export const SEARCH_TEXT_MIN_LENGTH = 2
export const SEARCH_TEXT_MAX_LENGTH = 100

/** Posts of one answer, where a call doesn't say how many it wants. */
export const POSTS_PER_PAGE = 20

/** Comments that wait for their creator's answer, as many as are listed. */
export const UNANSWERED_MAX = 20
