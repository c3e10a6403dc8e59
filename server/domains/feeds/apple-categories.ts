import type { PodcastCategory } from '#contract/feeds/podcast.ts'

/** As they stand in a feed, whatever language it is in (podcasters.apple.com/support/1691-apple-podcasts-categories). */
export const APPLE_CATEGORIES: Record<PodcastCategory, string> = {
  arts: 'Arts',
  business: 'Business',
  comedy: 'Comedy',
  education: 'Education',
  fiction: 'Fiction',
  government: 'Government',
  'health-fitness': 'Health & Fitness',
  history: 'History',
  'kids-family': 'Kids & Family',
  leisure: 'Leisure',
  music: 'Music',
  news: 'News',
  'religion-spirituality': 'Religion & Spirituality',
  science: 'Science',
  'society-culture': 'Society & Culture',
  sports: 'Sports',
  technology: 'Technology',
  'true-crime': 'True Crime',
  'tv-film': 'TV & Film',
}
