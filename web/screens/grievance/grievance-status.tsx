import { MailQuestion } from 'lucide-react'

import { formatDay } from '#contract/dates.ts'
import { getGrievance } from '#contract/enforcement/calls.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import { useQuery } from '#web/api/queries.ts'
import { momentText } from '#web/features/relative-time/moment-text.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
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
    <div className="mx-auto max-w-reading px-4 pt-10 pb-20 sm:pt-16">
      {!grievance && <h1 className="sr-only">{grievanceTexts.title}</h1>}
      {grievance ? (
        <>
          <h1 className="font-display text-3xl">{texts.title(String(grievance.number))}</h1>
          <p className="mt-2 text-base text-ink-soft">{enforcementMessages.grievances[grievance.kind]}</p>
          <div className="mt-8 space-y-6">
            {grievance.answeredAt === null ? (
              <Banner tone="info">{texts.waits(momentText(grievance.dueAt))}</Banner>
            ) : (
              <Quote title={texts.answered(formatDay(grievance.answeredAt))} words={grievance.answer} />
            )}
            <Quote title={texts.filed(formatDay(grievance.openedAt))} words={grievance.text} />
          </div>
        </>
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
    </div>
  )
}
