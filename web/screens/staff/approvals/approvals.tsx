import { UserRoundCheck } from 'lucide-react'
import { useState } from 'react'

import { listApprovals } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { consoleTexts } from '../messages.ts'
import { PlacePage } from '../parts/place-page.tsx'
import { Row, Rows } from '../parts/rows.tsx'
import { ApprovalActs } from './approval-acts.tsx'
import { approvalTexts as texts } from './messages.ts'
import type { Approval } from './one-approval.ts'

const STATES = ['waiting', 'over'] as const
const ROWS_PER_PAGE = 50
const TONES = { approved: 'good', declined: 'bad', alone: 'good', expired: 'neutral' } as const

/** What takes two people. */
export function Approvals() {
  const [state, setState] = useState<string>(STATES[0])
  return (
    <PlacePage>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className="mt-6">
        <Tabs
          label={texts.states.label}
          value={state}
          onChange={setState}
          tabs={STATES.map((each) => ({
            value: each,
            label: texts.states[each],
            panel: <List state={each} />,
          }))}
        />
      </div>
    </PlacePage>
  )
}

function List({ state }: { state: (typeof STATES)[number] }) {
  const list = usePages(listApprovals, { limit: ROWS_PER_PAGE, state }, (rows) => rows)
  return (
    <PagedList
      list={list}
      texts={texts}
      empty={<EmptyState icon={<UserRoundCheck />} title={texts.none[state]} />}
    >
      {(rows) => (
        <Rows>
          {rows.map((approval) => (
            <One key={approval._id} approval={approval} />
          ))}
        </Rows>
      )}
    </PagedList>
  )
}

function titleOf({ action, amount, currency, role, subjectName }: Approval): string {
  const about = role === null ? formatDollars(amount ?? 0, currency ?? 'USD') : consoleTexts.roles[role]
  return texts.titles[action](about, subjectName)
}

function One({ approval }: { approval: Approval }) {
  const { outcome, askedBy, askedAt, expiresAt, decidedBy, decidedAt, reason, note } = approval
  return (
    <Row
      to={null}
      title={titleOf(approval)}
      badges={outcome !== null && <Badge tone={TONES[outcome]}>{texts.outcomes[outcome]}</Badge>}
      meta={[
        texts.asked(askedBy.name, formatDay(askedAt)),
        ...(outcome === null ? [texts.until(formatDay(expiresAt))] : []),
      ].join(', ')}
    >
      <p dir="auto" className="mt-2 text-base wrap-break-word whitespace-pre-wrap text-ink">
        {reason}
      </p>
      {decidedAt !== null && decidedBy !== null && (
        <p className="mt-2 text-sm wrap-break-word text-ink-soft">
          {texts.decided(decidedBy.name, formatDay(decidedAt))}
          {note !== '' && `: ${note}`}
        </p>
      )}
      <ApprovalActs approval={approval} what={titleOf(approval)} />
    </Row>
  )
}
