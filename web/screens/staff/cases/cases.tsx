import { Scale } from 'lucide-react'
import { useState } from 'react'

import type { getPerson } from '#contract/console/calls.ts'
import { formatDay, formatMoment } from '#contract/dates.ts'
import { listCases } from '#contract/enforcement/calls.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { Badge } from '#web/ui/badge.tsx'

import { allAtOnce, None, Queues, Row, Rows, StaffList, StaffPlace } from '../parts/list.tsx'
import { usePermit } from '../rights.ts'
import { staffCaseTexts as texts } from './messages.ts'

const QUEUES = ['open', 'appealed', 'fixed', 'decided'] as const
/** As many as the call answers with. */
const CASES_SHOWN = 100

/** What was reported, those due first. */
export function Cases() {
  return (
    <StaffPlace title={texts.title}>
      <Queues values={QUEUES} texts={texts.queues}>
        {(queue) => <Queue queue={queue} />}
      </Queues>
    </StaffPlace>
  )
}

function Queue({ queue }: { queue: (typeof QUEUES)[number] }) {
  const list = allAtOnce(useQuery(listCases, { queue, limit: CASES_SHOWN }))
  return (
    <StaffList list={list} empty={{ icon: <Scale />, title: texts.none[queue] }}>
      {(row) => <CaseRow row={row} />}
    </StaffList>
  )
}

/** One case of a queue: what was reported and why, whom it concerns, and by when it is decided. */
export function CaseRow({ row }: { row: OutputOf<typeof listCases>[number] }) {
  const { kinds, reasons } = enforcementMessages
  const { _id, number, kind, reason, urgency, state, concerned, reportCount, isHeld, dueAt } = row
  const openedAt = useOpenedAt()
  const isOpen = state === 'open'
  return (
    <Row
      to={`/staff/cases/${_id}`}
      title={texts.rowTitle(String(number), reasons[reason])}
      badges={
        <>
          {isOpen && Date.parse(dueAt) < openedAt && <Badge tone="bad">{texts.late}</Badge>}
          {isOpen && urgency !== 'ordinary' && <Badge tone="warn">{texts.urgencies[urgency]}</Badge>}
          {isHeld && <Badge tone="info">{texts.held}</Badge>}
          {concerned.strikes > 0 && <Badge>{texts.strikes(concerned.strikes)}</Badge>}
        </>
      }
      meta={texts.rowMeta(kinds[kind], concerned.name, texts.reports(reportCount))}
    >
      {isOpen && <p className="mt-1 text-sm text-ink-faint">{texts.due(formatMoment(dueAt))}</p>}
    </Row>
  )
}

/** When this part of the page was opened, in milliseconds: what was due before is late. */
export function useOpenedAt(): number {
  const [openedAt] = useState(() => Date.now())
  return openedAt
}

/** Cases about a person or a page; they lead on for whoever decides cases. */
export function CaseRows({ cases, none }: { cases: OutputOf<typeof getPerson>['cases']; none: string }) {
  const mayOpen = usePermit('cases') !== null
  if (cases.length === 0) return <None>{none}</None>
  return (
    <Rows>
      {cases.map(({ _id, number, kind, reason, state, measure, openedAt }) => (
        <Row
          key={_id}
          to={mayOpen ? `/staff/cases/${_id}` : null}
          title={texts.about.title(String(number), enforcementMessages.kinds[kind])}
          badges={
            state === 'open' ? (
              <Badge tone="warn">{texts.about.open}</Badge>
            ) : (
              measure !== null && <Badge>{enforcementMessages.measures[measure]}</Badge>
            )
          }
          meta={texts.about.meta(enforcementMessages.reasons[reason], formatDay(openedAt))}
        />
      ))}
    </Rows>
  )
}
