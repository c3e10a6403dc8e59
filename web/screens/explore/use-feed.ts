import { getFeed } from '#contract/posts/calls.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'

/** A few at a time: the sections for finding others are below. */
const POSTS_AT_FIRST = 5

/** Posts of the pages that somebody supports or follows. */
export function useFeed(isEnabled: boolean) {
  return useInfiniteQuery(getFeed, { limit: POSTS_AT_FIRST }, { isEnabled })
}
