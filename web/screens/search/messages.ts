import { plural } from '#contract/plural.ts'

/** The texts of the page of search results. */
export const searchTexts = {
  title: 'Search',
  label: 'Search creators, topics and posts',
  placeholder: 'A name, topic or word',
  press: 'Search',
  ofPage: (pageHandle: string) => `Posts by @${pageHandle}`,
  everywhere: 'Search everywhere',
  where: 'What to search',
  all: 'All',
  onlyCreators: 'Creators',
  onlyPosts: 'Posts',
  kind: 'Media',
  anyKind: 'Any media',
  kinds: { image: 'Pictures', video: 'Videos', audio: 'Audio' },
  /** What a post that was found holds. */
  holds: { image: 'Picture', video: 'Video', audio: 'Audio' },
  plan: 'Plan',
  anyPlan: 'Any plan',
  creators: 'Creators',
  topics: 'Topics',
  posts: 'Posts',
  searching: 'Searching',
  failed: 'The search could not be finished.',
  found: (creators: number, posts: number) =>
    `${plural(creators, { one: '{n} creator', other: '{n} creators' })}, ${plural(posts, { one: '{n} post', other: '{n} posts' })}`,
  showMore: 'Show more posts',
  nothingTitle: 'Nothing found',
  nothing: (typed: string) => `Nothing matches “${typed}”. Try another word, or one of these topics.`,
  beginTitle: 'What are you looking for?',
  begin: 'A name, a topic, or a word from a post. Press / to type.',
  locked: 'For members',
  lockedFor: (planName: string) => `For ${planName}`,
} as const
