import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox, PenLine, Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'

import { listConversations } from '#contract/conversations/calls.ts'
import type { ConversationFilter } from '#contract/conversations/rules.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { call, type CallError } from '#web/api/call.ts'
import { queryKey } from '#web/api/use-query.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { useSearchParams } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { filterIn, MESSAGES_PATH, withFilter } from './address.ts'
import { ConversationRow } from './conversation-row.tsx'
import { messagesTexts as texts } from './messages.ts'
import { SearchResults } from './search-results.tsx'

// Only creators write to all their members.
const AnnounceButton = lazyPart(async () => (await import('./announce-button.tsx')).AnnounceButton)

const SETTLED_AFTER_MS = 250
const SEARCH_MIN = 2

interface ConversationListProps {
  openId: string | null
  /** Of the viewer's own page; null: they have none. */
  pageHandle: string | null
}

/** The viewer's conversations, and a search over them. */
export function ConversationList({ openId, pageHandle }: ConversationListProps) {
  const filter = filterIn(useSearchParams())
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')

  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <section aria-label={texts.list} className="px-3 pt-5 pb-8">
      <div className="flex items-center justify-between gap-2 px-3">
        <h1 className="font-display text-2xl">{texts.title}</h1>
        <Button size="small" icon={<PenLine />} to={`${MESSAGES_PATH}/new`}>
          {texts.newMessage}
        </Button>
      </div>
      <div className="mt-4 px-3">
        <TextField
          label={texts.search}
          isLabelHidden
          type="search"
          placeholder={texts.searchPlaceholder}
          leadingIcon={<Search />}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      {q.length >= SEARCH_MIN ? (
        <SearchResults q={q} openId={openId} />
      ) : (
        <Filtered filter={filter} openId={openId} />
      )}
      {pageHandle !== null && q === '' && filter === 'all' && (
        <div className="mt-6 px-3">
          <Suspense>
            <AnnounceButton pageHandle={pageHandle} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

function Filtered({ filter, openId }: { filter: ConversationFilter; openId: string | null }) {
  const list = useConversations(filter)
  const { conversations, requestCount } = list
  return (
    <>
      <div className="mt-3 px-3">
        <SegmentedToggle
          label={texts.filter}
          value={filter}
          onChange={(chosen) => navigate(withFilter(location.pathname, chosen), { replace: true })}
          segments={[
            { value: 'all', label: texts.all },
            { value: 'unread', label: texts.unreadOnes },
            {
              value: 'requests',
              label: (
                <>
                  {texts.requests}
                  {requestCount > 0 && (
                    <>
                      <span
                        aria-hidden="true"
                        className="ms-1.5 inline-grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1.5 text-xs font-semibold text-brand-ink tabular-nums"
                      >
                        {requestCount > 99 ? texts.many : requestCount}
                      </span>
                      <span className="sr-only">{texts.requestsWaiting(requestCount)}</span>
                    </>
                  )}
                </>
              ),
            },
          ]}
        />
      </div>
      {filter === 'requests' && conversations && conversations.length > 0 && (
        <p className="mt-3 px-3 text-sm text-ink-faint">{texts.requestsHelp}</p>
      )}
      <div className="mt-3">
        {!conversations ? (
          list.error ? (
            <ErrorState title={texts.failed} onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
              {list.error.message}
            </ErrorState>
          ) : (
            <div className="px-3">
              <SkeletonList label={texts.loading} count={5} />
            </div>
          )
        ) : conversations.length === 0 ? (
          <EmptyState icon={<Inbox />} title={texts.none[filter]} className="mx-3 border-none px-0">
            {texts.none[`${filter}Help`]}
          </EmptyState>
        ) : (
          <ul className="space-y-0.5">
            {conversations.map((conversation) => (
              <li key={conversation._id}>
                <ConversationRow
                  conversation={conversation}
                  isOpen={conversation._id === openId}
                  filter={filter}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {list.hasNextPage && (
        <div className="mt-3 px-3">
          {list.isFetchNextPageError && <ErrorLine>{texts.moreFailed}</ErrorLine>}
          <Button
            size="small"
            isFullWidth
            isLoading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {texts.more}
          </Button>
        </div>
      )}
    </>
  )
}

type Page = OutputOf<typeof listConversations>

/** The viewer's conversations of one kind, page by page. */
function useConversations(filter: ConversationFilter) {
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
