import { plural } from '#contract/plural.ts'

/** The texts of the Explore screen. */
export const exploreTexts = {
  headline: 'Find someone worth supporting',
  /** For whoever supports or follows somebody. */
  news: 'New from people you support',
  search: 'Search creators or topics',
  searchPosts: (typed: string) => `Search posts and topics for “${typed}”`,
  clearSearch: 'Clear the search',
  recentlyVisited: 'Recently visited',
  feed: {
    unread: 'Unread',
    earlier: 'Earlier',
    latest: 'Latest posts',
    loading: 'Loading posts of creators you support and follow',
  },
  studio: {
    open: 'Your studio',
    earned: (amount: string) => `Your page this month: ${amount}`,
  },
  live: {
    title: 'Live sessions of creators you support and follow',
    by: (pageName: string, start: string) => `${pageName} · ${start}`,
  },
  creators: {
    newTitle: 'New on Cheers',
    newSubtitle: 'The latest pages to open',
    title: 'Creators for you',
    subtitle: 'Based on your recent visits',
    foundTitle: 'Creators',
    found: (count: number) => plural(count, { one: '{n} creator found', other: '{n} creators found' }),
    loading: 'Loading creators',
    failed: 'Creators could not be loaded.',
    showMore: 'Show more creators',
    noneTitle: 'No creators yet',
    none: 'You could be the first: a page with a name and a plan takes a minute.',
    createPage: 'Create your page',
    searching: 'Searching all creators',
    searchFailed: 'The search could not be finished.',
    nobodyTitle: 'No one by that name',
    nobody: (typed: string) => `No name or headline contains “${typed}”. Try fewer letters.`,
  },
  posts: {
    title: 'Recent Posts',
    loading: 'Loading posts',
    failed: 'Posts could not be loaded.',
    showMore: 'Show more posts',
    noneTitle: 'No posts yet',
    none: 'Posts by creators will appear here. Until then, have a look at the people above.',
  },
  moreFailed: 'The rest could not be loaded.',
} as const
