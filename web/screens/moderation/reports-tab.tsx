import { Flag } from 'lucide-react'

import { listPageReports } from '#contract/enforcement/page-routes.ts'
import { CASES_PER_PAGE } from '#contract/enforcement/rules.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx'
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
      {list.hasMore && (
        <div className="mt-6 flex flex-col items-center gap-3">
          {list.moreState === 'failed' && <ErrorLine>{moderationScreenTexts.queue.moreFailed}</ErrorLine>}
          <Button isLoading={list.moreState === 'loading'} onClick={list.showMore}>
            {moderationScreenTexts.queue.showMore}
          </Button>
        </div>
      )}
    </>
  )
}
