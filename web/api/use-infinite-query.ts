import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery as useTanstackInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'

import type { CallOf, FailureCodeOf, InputOf, OutputOf } from '#contract/http/route.ts'

import { call, type CallError } from './call.ts'
import { useViewer } from './session.ts'
import { queryKey, refetchIntervalAfter } from './use-query.ts'

/** A row of a list names the place where the list can be continued. */
type Row = { readonly _id: string }

/** The rows that a list's route answers with; never for any other route. */
export type RowOf<R extends CallOf> = OutputOf<R> extends readonly (infer Item extends Row)[] ? Item : never

/** What is asked for, without the cursor: `limit` is the number of rows per page. */
export type ListInput<R extends CallOf> = Omit<InputOf<R>, 'cursor' | 'limit'> & { limit: number }

type Pages<R extends CallOf> = InfiniteData<RowOf<R>[], string | undefined>

/**
 * How a list is read, page after page. A page that isn't full is the last one. A refresh reads all pages again, each
 * from where the one before it now ends, so that no row is skipped or shown twice.
 */
export function listQueryOptions<R extends CallOf>(
  route: R,
  input: ListInput<R>,
  { client, isSignedIn }: { client: QueryClient; isSignedIn: boolean },
) {
  // Answers that came with a rendered page are kept under the key of a single call.
  const firstKey = queryKey(route, input, isSignedIn)
  return {
    queryKey: [...firstKey, 'pages'],
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      call(
        route,
        (pageParam === undefined ? input : { ...input, cursor: pageParam }) as unknown as InputOf<R>,
        { signal },
      ) as Promise<RowOf<R>[]>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: RowOf<R>[]) => (page.length < input.limit ? undefined : page.at(-1)?._id),
    initialData: (): Pages<R> | undefined => {
      const first = client.getQueryData<RowOf<R>[]>(firstKey)
      return first && { pages: [first], pageParams: [undefined] }
    },
    initialDataUpdatedAt: () => client.getQueryState(firstKey)?.dataUpdatedAt,
  }
}

/** Reads a list page by page, with a cursor; everything else is as in {@link useQuery}. */
export function useInfiniteQuery<R extends CallOf>(
  route: R,
  input: ListInput<R>,
  options: { isEnabled?: boolean } = {},
) {
  const viewer = useViewer()
  const client = useQueryClient()
  const list = useTanstackInfiniteQuery<
    RowOf<R>[],
    CallError<FailureCodeOf<R>>,
    Pages<R>,
    readonly unknown[],
    string | undefined
  >({
    ...listQueryOptions(route, input, { client, isSignedIn: viewer === 'member' }),
    enabled: viewer !== 'unknown' && (options.isEnabled ?? true),
    refetchInterval: ({ state }) => refetchIntervalAfter(state.error),
    placeholderData: keepPreviousData,
  })

  /** While the rows are still those of another key, its own first page has to arrive before it can be continued. */
  async function showMore() {
    if (list.isPlaceholderData) await list.refetch({ cancelRefetch: false })
    await list.fetchNextPage()
  }

  return {
    /** All rows loaded so far; undefined until the first page arrives. */
    rows: list.data?.pages.flat(),
    error: list.error,
    isFetching: list.isFetching,
    isPlaceholderData: list.isPlaceholderData,
    refetch: () => void list.refetch(),
    hasMore: (list.data?.pages.at(-1)?.length ?? 0) >= input.limit,
    moreState: moreStateOf(list),
    showMore: () => void showMore(),
  }
}

/** What the next page is doing. */
type MoreState = 'idle' | 'loading' | 'failed'

function moreStateOf(list: { isFetchingNextPage: boolean; isFetchNextPageError: boolean }): MoreState {
  if (list.isFetchingNextPage) return 'loading'
  return list.isFetchNextPageError ? 'failed' : 'idle'
}
