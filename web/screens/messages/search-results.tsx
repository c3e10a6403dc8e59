import { useInfiniteQuery } from '@tanstack/react-query'

import { messageAddress } from '#contract/channels/message-address.ts'
import { listConversations, searchConversations } from '#contract/conversations/calls.ts'
import { MESSAGES_FOUND } from '#contract/conversations/rules.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { call, type CallError } from '#web/api/call.ts'
import { queryKey, useQuery } from '#web/api/use-query.ts'
import { When } from '#web/features/time/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { conversationPath, lineOf, titleOf } from './address.ts'
import { ConversationRow } from './conversation-row.tsx'
import { messagesTexts } from './messages.ts'

const texts = messagesTexts.found

/** Conversations whose people or name fit, and messages with all these words. */
export function SearchResults({ q, openId }: { q: string; openId: string | null }) {
  const named = useQuery(listConversations, { q })
  const search = useMessageSearch(q)
  const error = named.error ?? search.error
  const [conversations, messages] = [named.data?.conversations, search.messages]
  if (error && (!conversations || !messages))
    return (
      <div className="mt-4 px-3">
        <ErrorState
          title={texts.failed}
          onRetry={() => void Promise.all([named.refetch(), search.refetch()])}
          isRetrying={named.isFetching || search.isFetching}
        >
          {error.message}
        </ErrorState>
      </div>
    )
  if (!conversations || !messages)
    return (
      <div className="mt-4 px-3">
        <SkeletonList label={texts.loading} count={3} />
      </div>
    )
  return (
    <div className="mt-4">
      <div aria-live="polite">
        {conversations.length === 0 && messages.length === 0 && (
          <p className="px-3 text-base text-ink-soft">{search.hasNextPage ? texts.noneYet : texts.none}</p>
        )}
        {conversations.length > 0 && (
          <section>
            <h2 className="px-3 text-xs font-semibold text-ink-faint">{texts.people}</h2>
            <ul className="mt-1 space-y-0.5">
              {conversations.map((conversation) => (
                <li key={conversation._id}>
                  <ConversationRow conversation={conversation} isOpen={conversation._id === openId} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {messages.length > 0 && (
          <section className="mt-5">
            <h2 className="px-3 text-xs font-semibold text-ink-faint">{texts.messages}</h2>
            <ul className="mt-1 space-y-0.5">
              {messages.map((message) => (
                <li key={`${message.conversation._id} ${message.seq}`}>
                  <FoundLine message={message} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {search.isCutShort && (
        <p className="mt-3 px-3 text-sm text-ink-faint">{texts.cutShort(MESSAGES_FOUND)}</p>
      )}
      {search.hasNextPage && (
        <div className="mt-4 px-3">
          {search.isFetchNextPageError && <ErrorLine>{texts.olderFailed}</ErrorLine>}
          <Button
            size="small"
            isFullWidth
            isLoading={search.isFetchingNextPage}
            onClick={() => void search.fetchNextPage()}
          >
            {texts.older}
          </Button>
        </div>
      )}
    </div>
  )
}

function FoundLine({ message }: { message: FoundMessage }) {
  const { conversation, seq, isOwn, authorName, writtenAt } = message
  return (
    <Link
      to={messageAddress(`${conversationPath(conversation._id)}?around=${seq}`, seq)}
      className="block rounded-control px-3 py-2 hover:bg-wash"
    >
      <span className="flex items-baseline gap-2">
        <bdi className="min-w-0 flex-1 truncate text-sm font-medium text-ink">{titleOf(conversation)}</bdi>
        <When moment={writtenAt} className="shrink-0 text-xs text-ink-faint" />
      </span>
      <span dir="auto" className="line-clamp-2 text-start text-sm wrap-break-word text-ink-soft">
        {isOwn
          ? messagesTexts.you(lineOf(message))
          : authorName === null
            ? lineOf(message)
            : messagesTexts.said(authorName, lineOf(message))}
      </span>
    </Link>
  )
}

type Part = OutputOf<typeof searchConversations>
type FoundMessage = Part['messages'][number]

/** Messages with all these words in the viewer's conversations, some conversations at a time. */
function useMessageSearch(q: string) {
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
