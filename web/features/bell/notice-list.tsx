import { Bell } from 'lucide-react'

import { listNotifications } from '#contract/notifications/bell-routes.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
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

/** The viewer's notifications, newest first. */
export function NoticeList({ limit, isShort = false, onFollow }: NoticeListProps) {
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
      <ul className="space-y-0.5">
        {list.rows.map((notice) => (
          <li key={notice.id}>
            <NoticeRow notice={notice} onFollow={onFollow} />
          </li>
        ))}
      </ul>
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
