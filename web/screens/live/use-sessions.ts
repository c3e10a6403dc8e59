import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'

import type { FailureCodeOf, OutputOf } from '#contract/http/route.ts'
import { listLiveSessions } from '#contract/live/calls.ts'
import { LIVE_SESSIONS_PER_PAGE } from '#contract/live/rules.ts'
import { call, type CallError } from '#web/api/call.ts'
import { useViewer } from '#web/api/session.ts'
import { queryKey, refetchIntervalAfter } from '#web/api/use-query.ts'

type Page = OutputOf<typeof listLiveSessions>

/** The sessions of a page, page after page. */
export function useSessions(pageHandle: string, part: 'coming' | 'past') {
  const viewer = useViewer()
  const first = { pageHandle, part, limit: LIVE_SESSIONS_PER_PAGE }
  const list = useInfiniteQuery<
    Page,
    CallError<FailureCodeOf<typeof listLiveSessions>>,
    InfiniteData<Page, string | undefined>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: [...queryKey(listLiveSessions, first, viewer === 'member'), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listLiveSessions, pageParam === undefined ? first : { ...first, cursor: pageParam }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
    enabled: viewer !== 'unknown',
    refetchInterval: ({ state }) => refetchIntervalAfter(state.error),
  })
  return {
    sessions: list.data?.pages.flatMap(({ sessions }) => sessions),
    error: list.error,
    isFetching: list.isFetching,
    refetch: () => void list.refetch(),
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    showMore: () => void list.fetchNextPage(),
  }
}
