import { Scale } from 'lucide-react'

import { getOwnCase } from '#contract/enforcement/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { BackLink, Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { AppealPart } from './appeal-part.tsx'
import { headingOf, stateOf } from './case-state.ts'
import { FixPart } from './fix-part.tsx'
import { casesTexts as texts } from './messages.ts'
import { Statement } from './statement.tsx'

/** One decision about the viewer: why it was made, and what they can do. */
export function CaseScreen() {
  const caseId = useParams()['caseId'] ?? ''
  const found = useQuery(getOwnCase, { caseId })
  const row = found.data
  return (
    <Page
      title={row ? headingOf(row) : texts.title}
      above={<BackLink to="/cases">{texts.back}</BackLink>}
      isNarrow
    >
      {row ? (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <Badge tone={stateOf(row).tone}>{stateOf(row).label}</Badge>
            <p className="text-sm text-ink-faint">{texts.meta(String(row.number), dayText(row.decidedAt))}</p>
          </div>
          <div className="mt-8 space-y-10">
            <Statement row={row} />
            <FixPart row={row} />
            <AppealPart row={row} />
          </div>
        </>
      ) : found.error?.code === 'case_not_found' || found.error?.code === 'invalid_input' ? (
        <EmptyState icon={<Scale />} title={texts.notFound} />
      ) : found.isError ? (
        <ErrorState title={texts.failed} onRetry={() => void found.refetch()} isRetrying={found.isFetching}>
          {found.error.message}
        </ErrorState>
      ) : (
        <SkeletonList label={texts.loading} />
      )}
    </Page>
  )
}
