import { Flag } from 'lucide-react'

import { enforcementMessages } from '#contract/enforcement/messages.ts'
import { listOwnReports } from '#contract/enforcement/calls.ts'
import { CASES_PER_PAGE } from '#contract/enforcement/rules.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { casesTexts } from './messages.ts'

const texts = casesTexts.reports

/** What the viewer reported, and what became of it. */
export function ReportList() {
  const list = usePages(listOwnReports, { limit: CASES_PER_PAGE }, (rows) => rows)
  return (
    <PagedList
      list={list}
      texts={{ ...casesTexts, ...texts }}
      empty={
        <EmptyState icon={<Flag />} title={texts.none}>
          {texts.noneHelp}
        </EmptyState>
      }
    >
      {(rows) => (
        <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
          {rows.map(({ _id, kind, reason, reportedAt, dueAt, outcome }) => (
            <li key={_id} className="px-4 py-4 sm:px-5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                <p className="font-semibold text-ink">{enforcementMessages.kinds[kind]}</p>
                <Badge tone={outcome === null ? 'info' : 'neutral'}>
                  {outcome === null ? texts.open : texts.done}
                </Badge>
              </div>
              <p className="mt-1 text-base text-ink-soft">{enforcementMessages.reasons[reason]}</p>
              <p className="mt-1 text-sm text-ink-faint">
                {texts.on(dayText(reportedAt))}
                {' · '}
                {outcome === null ? texts.waits(dayText(dueAt)) : texts[outcome]}
              </p>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
