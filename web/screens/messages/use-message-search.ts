import { useInfiniteQuery } from '@tanstack/react-query'

import { MESSAGES_FOUND } from '#contract/conversations/rules.ts'
import { searchConversations } from '#contract/conversations/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { call, type CallError } from '#web/api/call.ts'
import { queryKey } from '#web/api/use-query.ts'

type Part = OutputOf<typeof searchConversations>
export type FoundMessage = Part['messages'][number]

/** Messages with all these words in the viewer's conversations, some conversations at a time. */
export function useMessageSearch(q: string) {
  const search = useInfiniteQuery<Part, CallError, { pages: Part[] }, readonly unknown[], string | null>({
    queryKey: [...queryKey(searchConversations, { q }, true), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(searchConversations, { q, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null,
    getNextPageParam: ({ cursor }) => cursor,
  })
  const parts = search.data?.pages
  const seen = new Set<string>()
  // A conversation that somebody writes in meanwhile may be looked into twice.
  const isNew = ({ conversation, seq }: FoundMessage) => {
    const key = `${conversation._id} ${seq}`
    return !seen.has(key) && seen.add(key)
  }
  return {
    ...search,
    messages: parts?.flatMap(({ messages }) => messages).filter(isNew),
    /** Some of these conversations have more than is shown. */
    isCutShort: parts?.some(({ messages }) => messages.length === MESSAGES_FOUND) ?? false,
  }
}
