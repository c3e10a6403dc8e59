import { Flag } from 'lucide-react'

import { listPageReports } from '#contract/enforcement/calls.ts'
import { CASES_PER_PAGE } from '#contract/enforcement/rules.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { usePages } from '#web/api/use-pages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'

import { moderationScreenTexts } from './messages.ts'
import { ReportedRow } from './reported-row.tsx'

const texts = moderationScreenTexts.reports
const TOLD = [listPageReports]

/** What members reported, those due first. */
export function ReportsTab({ pageHandle }: { pageHandle: string }) {
  const list = usePages(listPageReports, { pageHandle, limit: CASES_PER_PAGE }, (rows) => rows)
  useRefreshOn('notification', TOLD)

  return (
    <PagedList
      list={list}
      texts={{ ...moderationScreenTexts.queue, ...texts }}
      empty={
        <EmptyState icon={<Flag />} title={texts.none}>
          {texts.noneHelp}
        </EmptyState>
      }
    >
      {(rows) => (
        <>
          <p className="mb-5 text-base text-ink-soft">{texts.hint}</p>
          <ul className="space-y-4">
            {rows.map((reported) => (
              <ReportedRow key={reported._id} pageHandle={pageHandle} reported={reported} />
            ))}
          </ul>
        </>
      )}
    </PagedList>
  )
}
