import { MailQuestion } from 'lucide-react'

import { getGrievance } from '#contract/enforcement/calls.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import { useQuery } from '#web/api/queries.ts'
import { dayText, momentText } from '#web/features/time/when-text.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Quote } from '#web/ui/quote.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { grievanceTexts } from './messages.ts'

const texts = grievanceTexts.status

/** What became of a grievance, for whoever has its link. */
export function GrievanceStatusScreen() {
  const { number = '', token = '' } = useParams()
  const found = useQuery(getGrievance, { number, token })
  const grievance = found.data
  return (
    <Page
      title={grievance ? texts.title(String(grievance.number)) : grievanceTexts.title}
      subtitle={grievance && enforcementMessages.grievances[grievance.kind]}
      isNarrow
    >
      {grievance ? (
        <div className="space-y-6">
          {grievance.answeredAt === null ? (
            <Banner tone="info">{texts.waits(momentText(grievance.dueAt))}</Banner>
          ) : (
            <Quote title={texts.answered(dayText(grievance.answeredAt))} words={grievance.answer} />
          )}
          <Quote title={texts.filed(dayText(grievance.openedAt))} words={grievance.text} />
        </div>
      ) : found.error && found.error.status >= 400 && found.error.status < 500 ? (
        <EmptyState
          icon={<MailQuestion />}
          title={texts.notFound}
          action={<Button to="/grievance">{texts.write}</Button>}
        >
          {texts.notFoundHelp}
        </EmptyState>
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
