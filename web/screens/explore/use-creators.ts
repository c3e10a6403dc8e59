import { getCreators } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'

import { FIRST_CREATORS_INPUT } from './load.ts'

export type Creator = OutputOf<typeof getCreators>[number]

/**
 * Creators page by page, all or those the server finds. `creators` is undefined until the first page arrives;
 * `isOfSearch` tells whether they answer this search, or still the previous one.
 */
export function useCreators(search: string) {
  const list = useInfiniteQuery(
    getCreators,
    search === '' ? FIRST_CREATORS_INPUT : { search, ...FIRST_CREATORS_INPUT },
  )
  return {
    creators: list.rows?.filter(({ isCurrentUser }) => !isCurrentUser),
    isOfSearch: list.rows !== undefined && !list.isPlaceholderData,
    error: list.error,
    isRetrying: list.isFetching,
    retry: list.refetch,
    hasMore: list.hasMore && !list.isPlaceholderData,
    moreState: list.moreState,
    loadMore: list.showMore,
  }
}
