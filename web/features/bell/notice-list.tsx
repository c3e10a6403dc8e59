import { Bell } from 'lucide-react'
import { useId, useState } from 'react'

import { listNotifications } from '#contract/notifications/calls.ts'
import type { Notice } from '#contract/notifications/bell-routes.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
import { LiveNow } from '#web/features/live-state/live-now.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { bellTexts as texts } from './messages.ts'
import { NoticeRow } from './notice-row.tsx'

export interface NoticeListProps {
  /** Rows at once. */
  limit: number
  /** Just the newest, without a way to the others. */
  isShort?: boolean
  /** One of them was followed. */
  onFollow?: () => void
}

/** Who is live now, and the viewer's notifications, newest first. */
export function NoticeList(props: NoticeListProps) {
  return (
    <>
      <div className="px-3 pb-3 empty:hidden">
        <LiveNow onFollow={props.onFollow} />
      </div>
      <List {...props} />
    </>
  )
}

function List({ limit, isShort = false, onFollow }: NoticeListProps) {
  const list = useInfiniteQuery(listNotifications, { limit })
  if (!list.rows)
    return list.error ? (
      <ErrorState title={texts.failed} onRetry={list.refetch} isRetrying={list.isFetching}>
        {list.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} count={isShort ? 4 : 6} />
    )
  if (list.rows.length === 0)
    return (
      <EmptyState icon={<Bell />} title={texts.none} {...(isShort && { className: 'border-0' })}>
        {texts.noneHelp}
      </EmptyState>
    )
  return (
    <>
      {isShort ? <Notices notices={list.rows} onFollow={onFollow} /> : <ByAge notices={list.rows} />}
      {!isShort && list.hasMore && (
        <div className="mt-6 flex flex-col items-center gap-3">
          {list.moreState === 'failed' && <ErrorLine>{texts.moreFailed}</ErrorLine>}
          <Button isLoading={list.moreState === 'loading'} onClick={list.showMore}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </>
  )
}

const DAY_MS = 86_400_000

/** What is new today, this week and before, each under its heading. */
function ByAge({ notices }: { notices: readonly Notice[] }) {
  const [midnight] = useState(() => new Date().setHours(0, 0, 0, 0))
  const isWithin = ({ at }: Notice, fromMs: number, untilMs: number) => {
    const atMs = Date.parse(at)
    return atMs >= fromMs && atMs < untilMs
  }
  const weekAgo = midnight - 6 * DAY_MS
  const ages = [
    [texts.ages.today, midnight, Infinity],
    [texts.ages.week, weekAgo, midnight],
    [texts.ages.earlier, -Infinity, weekAgo],
  ] as const
  return ages.map(([title, fromMs, untilMs]) => (
    <Age key={title} title={title} notices={notices.filter((notice) => isWithin(notice, fromMs, untilMs))} />
  ))
}

function Age({ title, notices }: { title: string; notices: readonly Notice[] }) {
  const headingId = useId()
  if (notices.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="mt-6 first:mt-0">
      <h2 id={headingId} className="px-3 pb-1 text-sm font-semibold text-ink-faint">
        {title}
      </h2>
      <Notices notices={notices} />
    </section>
  )
}

function Notices({ notices, onFollow }: { notices: readonly Notice[]; onFollow?: (() => void) | undefined }) {
  return (
    <ul className="space-y-0.5">
      {notices.map((notice) => (
        <li key={notice.id}>
          <NoticeRow notice={notice} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  )
}
