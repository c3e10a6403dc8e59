import { CalendarClock, CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'

import type { LiveSession } from '#contract/live/live-session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { liveTexts } from './messages.ts'
import { SessionRow } from './session-row.tsx'
import { useSessions } from './use-sessions.ts'

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
