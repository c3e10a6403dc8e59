import { Flag } from 'lucide-react'

import { listPageReports } from '#contract/enforcement/page-routes.ts'
import { CASES_PER_PAGE } from '#contract/enforcement/rules.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { usePages } from '#web/api/use-pages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { moderationScreenTexts } from './messages.ts'
import { ReportedRow } from './reported-row.tsx'

const texts = moderationScreenTexts.reports
const TOLD = [listPageReports]

/** What members reported, those due first. */
export function ReportsTab({ pageHandle }: { pageHandle: string }) {
  const list = usePages(listPageReports, { pageHandle, limit: CASES_PER_PAGE }, (rows) => rows)
  useRefreshOn('notification', TOLD)

  if (!list.rows)
    return list.error ? (
      <ErrorState title={texts.failed} onRetry={list.refetch} isRetrying={list.isFetching}>
        {list.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} />
    )
  if (list.rows.length === 0)
    return (
      <EmptyState icon={<Flag />} title={texts.none}>
        {texts.noneHelp}
      </EmptyState>
    )
  return (
    <>
      <p className="mb-5 text-base text-ink-soft">{texts.hint}</p>
      <ul className="space-y-4">
        {list.rows.map((reported) => (
          <ReportedRow key={reported._id} pageHandle={pageHandle} reported={reported} />
        ))}
      </ul>
      <MoreRows
        list={list}
        label={moderationScreenTexts.queue.showMore}
        failed={moderationScreenTexts.queue.moreFailed}
      />
    </>
  )
}
