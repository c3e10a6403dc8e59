import { formatMoment } from '#contract/dates.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import { getCase } from '#contract/enforcement/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Badge } from '#web/ui/badge.tsx'

import { StaffRecord } from '../parts/record.tsx'
import { AppealPart } from './appeal-part.tsx'
import { useOpenedAt } from './cases.tsx'
import { DecideForm, type OneCase } from './decide-form.tsx'
import { Decisions } from './decisions.tsx'
import { Item } from './item.tsx'
import { staffCaseTexts as texts } from './messages.ts'

/** One case: on the left what was reported, beside it what is decided. */
export function Case() {
  const caseId = useParams()['id'] ?? ''
  const found = useQuery(getCase, { caseId })
  const { kinds, reasons } = enforcementMessages
  return (
    <StaffRecord back={{ to: '/staff/cases', label: texts.back }} title={texts.one} found={found}>
      {(row) => ({
        title: texts.heading(String(row.number)),
        subtitle: `${reasons[row.reason]} · ${texts.rowMeta(kinds[row.kind], row.concerned.name, texts.reports(row.reportCount))}`,
        children: <Shown row={row} />,
      })}
    </StaffRecord>
  )
}

function Shown({ row }: { row: OneCase }) {
  const { urgency, concerned, dueAt, state, isHeld } = row
  const openedAt = useOpenedAt()
  const isOpen = state === 'open'
  return (
    <>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        {isOpen && (
          <Badge tone={Date.parse(dueAt) < openedAt ? 'bad' : 'warn'}>{texts.due(formatMoment(dueAt))}</Badge>
        )}
        {isOpen && urgency !== 'ordinary' && <Badge tone="warn">{texts.urgencies[urgency]}</Badge>}
        {isHeld && <Badge tone="info">{texts.held}</Badge>}
        {concerned.strikes > 0 && <Badge>{texts.strikes(concerned.strikes)}</Badge>}
      </p>
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Item row={row} />
        <div className="space-y-10">
          {isOpen && <DecideForm row={row} />}
          <Decisions row={row} />
          <AppealPart row={row} />
        </div>
      </div>
    </>
  )
}
