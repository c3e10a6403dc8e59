import { ScrollText } from 'lucide-react'
import { useState } from 'react'

import { listAuditLog } from '#contract/console/calls.ts'
import { formatMoment } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Select } from '#web/ui/select.tsx'
import { Link } from '#web/ui/link.tsx'

import { consoleTexts } from '../messages.ts'
import { Row, StaffList, StaffPlace } from '../parts/list.tsx'
import { usePermit } from '../rights.ts'
import { auditTexts as texts } from './messages.ts'

const ROWS_PER_PAGE = 50

type Entry = OutputOf<typeof listAuditLog>[number]

/** What the staff did; everybody's for operators, the others' own. */
export function AuditLog() {
  const [action, setAction] = useState('')
  const seesAll = usePermit('audit')?.reach === 'all'
  const list = usePages(
    listAuditLog,
    { limit: ROWS_PER_PAGE, ...(action !== '' && { action }) },
    (rows) => rows,
  )
  return (
    <StaffPlace title={texts.title} subtitle={seesAll ? texts.subtitle : texts.own}>
      <Select
        label={texts.filter}
        className="mb-4 sm:w-fit sm:min-w-80"
        value={action}
        options={[
          { value: '', label: texts.all },
          ...Object.entries(texts.actions).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) => setAction(event.target.value)}
      />
      <StaffList list={list} empty={{ icon: <ScrollText />, title: texts.none }}>
        {(entry) => <EntryRow entry={entry} />}
      </StaffList>
    </StaffPlace>
  )
}

/** null: it has no page of its own. */
function pathOf({ kind, id }: Entry['subject']): string | null {
  if (kind === 'user') return `/staff/people/${id}`
  if (kind === 'case') return `/staff/cases/${id}`
  return kind === 'payment' ? `/staff/payments/${id}` : null
}

function EntryRow({ entry }: { entry: Entry }) {
  const { position, at, by, role, action, reason, before, after, isSealed, subject } = entry
  const path = pathOf(subject)
  return (
    <Row
      title={texts.entry(texts.actions[action] ?? action, by)}
      badges={isSealed ? <Badge tone="good">{texts.sealed}</Badge> : <Badge tone="bad">{texts.broken}</Badge>}
      meta={texts.meta(String(position), formatMoment(at), consoleTexts.roles[role])}
    >
      {reason !== null && (
        <p dir="auto" className="mt-1.5 text-base wrap-break-word whitespace-pre-wrap">
          {reason}
        </p>
      )}
      {(before.length > 0 || after.length > 0) && (
        <p className="mt-1 text-sm wrap-anywhere text-ink-faint">
          {texts.change(texts.list(before), texts.list(after))}
        </p>
      )}
      {path !== null && (
        <p className="mt-1 text-sm">
          <Link to={path} className="rounded-small text-brand underline underline-offset-3">
            {texts.see(texts.about[subject.kind] ?? subject.kind)}
          </Link>
        </p>
      )}
    </Row>
  )
}
