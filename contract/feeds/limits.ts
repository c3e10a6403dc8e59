/** Private feeds of one person and page: one for each device or app. */
export const FEEDS_PER_PAGE = 10

export const FEED_LABEL_MAX_LENGTH = 60
