import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { CalendarClock, CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'

import type { FailureCodeOf, OutputOf } from '#contract/http/route.ts'
import { listLiveSessions } from '#contract/live/calls.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { LIVE_SESSIONS_PER_PAGE } from '#contract/live/rules.ts'
import { call, type CallError } from '#web/api/call.ts'
import { useViewer } from '#web/api/session.ts'
import { queryKey, refetchIntervalAfter } from '#web/api/use-query.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { liveTexts } from '../messages.ts'
import { SessionRow } from './session-row.tsx'

const texts = liveTexts.list

interface SessionListProps {
  pageHandle: string
  pageName: string
  isStudio: boolean
  /** null: its reader plans none. */
  onPlan: (() => void) | null
}

/** The sessions of a page: those to come, then those that were. */
export function SessionList({ pageHandle, pageName, isStudio, onPlan }: SessionListProps) {
  const coming = useSessions(pageHandle, 'coming')
  const past = useSessions(pageHandle, 'past')
  const error = coming.error ?? past.error
  if (!coming.sessions || !past.sessions)
    return error ? (
      <ErrorState
        title={texts.failed}
        onRetry={() => {
          coming.refetch()
          past.refetch()
        }}
        isRetrying={coming.isFetching || past.isFetching}
      >
        {error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} count={4} />
    )
  if (coming.sessions.length + past.sessions.length === 0)
    return (
      <EmptyState
        icon={<CalendarClock />}
        title={onPlan ? texts.noneOwnTitle : texts.noneTitle}
        action={
          onPlan && (
            <Button variant="primary" icon={<CalendarPlus />} onClick={onPlan}>
              {texts.plan}
            </Button>
          )
        }
      >
        {onPlan ? texts.noneOwn : texts.none(pageName)}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-12">
      <Part title={texts.coming} list={coming} isStudio={isStudio}>
        {onPlan ? null : texts.none(pageName)}
      </Part>
      {past.sessions.length > 0 && <Part title={texts.past} list={past} isStudio={isStudio} />}
    </div>
  )
}

interface PartProps {
  title: string
  list: ReturnType<typeof useSessions>
  isStudio: boolean
  /** Where there are none. */
  children?: ReactNode
}

function Part({ title, list, isStudio, children }: PartProps) {
  const rows: readonly LiveSession[] = list.sessions ?? []
  return (
    <section aria-label={title}>
      <h2 className="text-sm font-semibold text-ink-soft">{title}</h2>
      {rows.length === 0 ? (
        <p className="mt-3 text-base text-ink-faint">{children ?? texts.noneTitle}</p>
      ) : (
        <ul className="divide-y divide-line">
          {rows.map((session) => (
            <SessionRow key={session._id} session={session} isStudio={isStudio} />
          ))}
        </ul>
      )}
      {list.hasMore && (
        <Button size="small" className="mt-3" isLoading={list.isLoadingMore} onClick={list.showMore}>
          {texts.more}
        </Button>
      )}
    </section>
  )
}

type Page = OutputOf<typeof listLiveSessions>

/** The sessions of a page, page after page. */
function useSessions(pageHandle: string, part: 'coming' | 'past') {
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
