import { Inbox } from 'lucide-react'
import { useState } from 'react'

import { getOverview } from '#contract/console/calls.ts'
import { formatMoment } from '#contract/dates.ts'
import { answerGrievance, listGrievances } from '#contract/enforcement/calls.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { PlacePage } from '../parts/place-page.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { Row, Rows } from '../parts/rows.tsx'
import { useOpenedAt } from '../parts/use-opened-at.ts'
import { grievanceTexts as texts, staffCaseTexts } from './messages.ts'

/** As many as the call answers with. */
const SHOWN = 100

type Grievance = OutputOf<typeof listGrievances>[number]

/** The grievance officer's desk. */
export function Grievances() {
  const found = useQuery(listGrievances, { limit: SHOWN })
  return (
    <PlacePage>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className="mt-6">
        {!found.data ? (
          found.isError ? (
            <ErrorState
              title={texts.failed}
              onRetry={() => void found.refetch()}
              isRetrying={found.isFetching}
            >
              {found.error.message}
            </ErrorState>
          ) : (
            <SkeletonList label={texts.loading} />
          )
        ) : found.data.length === 0 ? (
          <EmptyState icon={<Inbox />} title={texts.none} />
        ) : (
          <Rows>
            {found.data.map((row) => (
              <GrievanceRow key={row.number} row={row} />
            ))}
          </Rows>
        )}
      </div>
    </PlacePage>
  )
}

function GrievanceRow({ row }: { row: Grievance }) {
  const openedAt = useOpenedAt()
  const [isAnswering, setIsAnswering] = useState(false)
  const { number, kind, urgency, name, hasAccount, text, url, dueAt } = row
  return (
    <Row
      to={null}
      title={texts.titleOf(String(number), enforcementMessages.grievances[kind])}
      badges={
        <>
          {Date.parse(dueAt) < openedAt && <Badge tone="bad">{staffCaseTexts.late}</Badge>}
          {urgency !== 'ordinary' && <Badge tone="warn">{staffCaseTexts.urgencies[urgency]}</Badge>}
        </>
      }
      meta={`${hasAccount ? texts.fromAccount(name) : texts.from(name)} · ${texts.due(formatMoment(dueAt))}`}
    >
      <p dir="auto" className="mt-2 text-base wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
      {url !== '' && (
        <p dir="ltr" className="mt-2 text-sm wrap-anywhere text-ink-soft">
          {url}
        </p>
      )}
      <Button size="small" className="mt-3" onClick={() => setIsAnswering(true)}>
        {texts.answer.open}
      </Button>
      {isAnswering && (
        <ReasonDialog
          route={answerGrievance}
          inputOf={(answer) => ({ number, answer })}
          refreshes={[listGrievances, getOverview]}
          title={texts.answer.title(String(number))}
          body={texts.answer.body}
          label={texts.answer.label}
          help={texts.answer.help}
          confirmLabel={texts.answer.confirm}
          done={texts.answer.done}
          onClose={() => setIsAnswering(false)}
        />
      )}
    </Row>
  )
}
