import { formatMoment } from '#contract/dates.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import type { listCases } from '#contract/enforcement/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { Badge } from '#web/ui/badge.tsx'

import { Row } from '../parts/rows.tsx'
import { useOpenedAt } from '../parts/use-opened-at.ts'
import { staffCaseTexts as texts } from './messages.ts'

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
