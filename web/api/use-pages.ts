import { useInfiniteQuery as useTanstackInfiniteQuery, keepPreviousData } from '@tanstack/react-query'

import type { CallOf, FailureCodeOf, InputOf, OutputOf } from '#contract/http/route.ts'

import { call, type CallError } from './call.ts'
import { useViewer } from './session.ts'
import type { ListInput } from './use-infinite-query.ts'
import { queryKey, refetchIntervalAfter } from './use-query.ts'

/**
 * Reads, page by page, a list whose route answers with more than its rows; `rowsOf` finds them in an answer. Otherwise
 * like `useInfiniteQuery`.
 */
export function usePages<R extends CallOf, Row extends { readonly _id: string }>(
  route: R,
  input: ListInput<R>,
  rowsOf: (answer: OutputOf<R>) => readonly Row[],
) {
  const isSignedIn = useViewer() === 'member'
  const list = useTanstackInfiniteQuery({
    queryKey: [...queryKey(route, input, isSignedIn), 'pages'],
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      call(
        route,
        (pageParam === undefined ? input : { ...input, cursor: pageParam }) as unknown as InputOf<R>,
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: OutputOf<R>) => {
      const rows = rowsOf(page)
      return rows.length < input.limit ? undefined : rows.at(-1)?._id
    },
    enabled: isSignedIn,
    refetchInterval: ({ state }) => refetchIntervalAfter(state.error as CallError | null),
    placeholderData: keepPreviousData,
  })
  const pages = list.data?.pages
  return {
    /** The newest answer, for what it says besides the rows. */
    answer: pages?.[0],
    rows: pages?.flatMap((page) => [...rowsOf(page)]),
    error: list.error as CallError<FailureCodeOf<R>> | null,
    isFetching: list.isFetching,
    refetch: () => void list.refetch(),
    hasMore: list.hasNextPage,
    moreState: list.isFetchingNextPage ? 'loading' : list.isFetchNextPageError ? 'failed' : 'idle',
    showMore: () => void list.fetchNextPage(),
  } as const
}
