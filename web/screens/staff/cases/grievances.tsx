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

import { allAtOnce, Row, StaffList, StaffPlace } from '../parts/list.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useOpenedAt } from './cases.tsx'
import { grievanceTexts as texts, staffCaseTexts } from './messages.ts'

/** As many as the call answers with. */
const SHOWN = 100

type Grievance = OutputOf<typeof listGrievances>[number]

/** The grievance officer's desk. */
export function Grievances() {
  const { data, ...found } = useQuery(listGrievances, { limit: SHOWN })
  const rows = data?.map((row) => ({ ...row, _id: String(row.number) }))
  return (
    <StaffPlace title={texts.title} subtitle={texts.subtitle}>
      <StaffList list={allAtOnce({ ...found, data: rows })} empty={{ icon: <Inbox />, title: texts.none }}>
        {(row) => <GrievanceRow row={row} />}
      </StaffList>
    </StaffPlace>
  )
}

function GrievanceRow({ row }: { row: Grievance }) {
  const openedAt = useOpenedAt()
  const [isAnswering, setIsAnswering] = useState(false)
  const { number, kind, urgency, name, hasAccount, text, url, dueAt } = row
  return (
    <Row
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
