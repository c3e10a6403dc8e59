import { formatMoment } from '#contract/dates.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import { getCase } from '#contract/enforcement/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PageHeader } from '#web/ui/page.tsx'

import { consoleTexts } from '../messages.ts'
import { One } from '../parts/one.tsx'
import { useOpenedAt } from '../parts/use-opened-at.ts'
import { AppealPart } from './appeal-part.tsx'
import { DecideForm } from './decide-form.tsx'
import { Decisions } from './decisions.tsx'
import { Item } from './item.tsx'
import { staffCaseTexts as texts } from './messages.ts'
import type { OneCase } from './one-case.ts'

/** One case: on the left what was reported, beside it what is decided. */
export function Case() {
  const caseId = useParams()['id'] ?? ''
  const found = useQuery(getCase, { caseId })
  return (
    <One back={{ to: '/staff/cases', label: texts.back }} title={texts.one} found={found}>
      {(row) => <Shown row={row} />}
    </One>
  )
}

function Shown({ row }: { row: OneCase }) {
  const { kinds, reasons } = enforcementMessages
  const { number, kind, reason, urgency, concerned, reportCount, dueAt, state, isHeld } = row
  const openedAt = useOpenedAt()
  const isOpen = state === 'open'
  usePageTitle(consoleTexts.documentTitle(texts.heading(String(number))))
  return (
    <>
      <PageHeader
        title={texts.heading(String(number))}
        subtitle={`${reasons[reason]} · ${texts.rowMeta(kinds[kind], concerned.name, texts.reports(reportCount))}`}
      />
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
