import { FEED_LABEL_MAX_LENGTH, FEEDS_PER_PAGE } from './limits.ts'

/** What is said about private feeds. */
export const feedMessages = {
  full: `You have ${FEEDS_PER_PAGE} addresses for this page already. Remove one you no longer use.`,
  notFound: 'This address no longer exists.',
  notYours: 'Follow or support this page first.',
  labelMissing: 'Name the device or app, so that you know which address is which.',
  labelTooLong: `Use at most ${FEED_LABEL_MAX_LENGTH} characters.`,
  removed: 'The address no longer works.',
} as const
