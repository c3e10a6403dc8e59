import { useInfiniteQuery } from '@tanstack/react-query'

import { listMessages } from '#contract/channels/calls.ts'
import { type MessageOrder, MESSAGES_PER_PAGE } from '#contract/channels/rules.ts'
import type { FailureCodeOf, InputOf, OutputOf } from '#contract/http/route.ts'
import { call, type CallError } from '#web/api/call.ts'
import { useViewer } from '#web/api/session.ts'
import { queryKey, refetchIntervalAfter } from '#web/api/use-query.ts'

import type { MessagePages } from './cached-messages.ts'

type Input = InputOf<typeof listMessages>
type Page = OutputOf<typeof listMessages>

/** Messages that begin something, or the replies to one, page after page. */
export function useMessageList(of: { channelId: string; order: MessageOrder; rootSeq?: number }) {
  const viewer = useViewer()
  const first: Input = { ...of, limit: MESSAGES_PER_PAGE }
  const list = useInfiniteQuery<
    Page,
    CallError<FailureCodeOf<typeof listMessages>>,
    MessagePages,
    readonly unknown[],
    Input
  >({
    queryKey: [...queryKey(listMessages, first, viewer === 'member'), 'pages'],
    queryFn: ({ pageParam, signal }) => call(listMessages, pageParam, { signal }),
    initialPageParam: first,
    getNextPageParam: (page) => nextOf(first, page),
    enabled: viewer !== 'unknown',
    refetchInterval: ({ state }) => refetchIntervalAfter(state.error),
  })
  return {
    messages: list.data?.pages.flatMap(({ messages }) => messages),
    error: list.error,
    isFetching: list.isFetching,
    refetch: () => void list.refetch(),
    hasMore: list.hasNextPage,
    moreState: list.isFetchingNextPage ? 'loading' : list.isFetchNextPageError ? 'failed' : 'idle',
    showMore: () => void list.fetchNextPage(),
  } as const
}

/** Where a list goes on after its last page; undefined: that was all. */
function nextOf(first: Input, { messages, cursor }: Page): Input | undefined {
  if (first.order === 'top') return cursor === null ? undefined : { ...first, cursor }
  // A new message of one's own makes a page longer; taken-out ones make it shorter, and one question more finds the end.
  if (messages.length < MESSAGES_PER_PAGE) return undefined
  const seqs = messages.map(({ seq }) => seq)
  return first.order === 'newest'
    ? { ...first, before: Math.min(...seqs) }
    : { ...first, after: Math.max(...seqs) }
}
