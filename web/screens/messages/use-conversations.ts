import { useInfiniteQuery } from '@tanstack/react-query'

import { listConversations } from '#contract/conversations/calls.ts'
import type { ConversationFilter } from '#contract/conversations/rules.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { call, type CallError } from '#web/api/call.ts'
import { queryKey } from '#web/api/use-query.ts'

type Page = OutputOf<typeof listConversations>

/** The viewer's conversations of one kind, page by page. */
export function useConversations(filter: ConversationFilter) {
  const list = useInfiniteQuery<Page, CallError, { pages: Page[] }, readonly unknown[], string | null>({
    queryKey: [...queryKey(listConversations, { filter }, true), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listConversations, { filter, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null,
    getNextPageParam: ({ cursor }) => cursor,
  })
  const seen = new Set<string>()
  // What moved to the top meanwhile may come twice.
  const conversations = list.data?.pages
    .flatMap((page) => page.conversations)
    .filter(({ _id }) => !seen.has(_id) && seen.add(_id))
  return { ...list, conversations, requestCount: list.data?.pages[0]?.requestCount ?? 0 }
}
