import { FEED_LABEL_MAX_LENGTH, FEEDS_PER_PAGE } from './limits.ts'

/** What is said about private feeds. */
export const feedMessages = {
  full: `You have ${FEEDS_PER_PAGE} addresses for this page already. Remove one you no longer use.`,
  notFound: 'This address no longer exists.',
  notYours: 'Follow or support this page first.',
  labelMissing: 'Name the device or app, so that you know which address is which.',
  labelTooLong: `Use at most ${FEED_LABEL_MAX_LENGTH} characters.`,
  podcastSaved: 'Your podcast settings are saved. Apps pick them up when they read the feed again.',
  removed: 'The address no longer works.',
} as const

/** The categories of podcasts. */
export const podcastCategoryNames = {
  arts: 'Arts',
  business: 'Business',
  comedy: 'Comedy',
  education: 'Education',
  fiction: 'Fiction',
  government: 'Government',
  'health-fitness': 'Health and fitness',
  history: 'History',
  'kids-family': 'Kids and family',
  leisure: 'Leisure',
  music: 'Music',
  news: 'News',
  'religion-spirituality': 'Religion and spirituality',
  science: 'Science',
  'society-culture': 'Society and culture',
  sports: 'Sports',
  technology: 'Technology',
  'true-crime': 'True crime',
  'tv-film': 'TV and film',
} as const
