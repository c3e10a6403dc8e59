import { UserRoundCheck } from 'lucide-react'
import { useState } from 'react'

import {
  decideApproval,
  getOverview,
  listApprovals,
  listStaffMembers,
  listStaffPayouts,
} from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

import { consoleTexts } from '../messages.ts'
import { Queues, Row, StaffList, StaffPlace } from '../parts/list.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useOwnId } from '../rights.ts'
import { approvalTexts as texts } from './messages.ts'

const STATES = ['waiting', 'over'] as const
const ROWS_PER_PAGE = 50
const TONES = { approved: 'good', declined: 'bad', alone: 'good', expired: 'neutral' } as const

type Approval = OutputOf<typeof listApprovals>[number]

/** What takes two people. */
export function Approvals() {
  return (
    <StaffPlace title={texts.title} subtitle={texts.subtitle}>
      <Queues values={STATES} texts={texts.states}>
        {(state) => <List state={state} />}
      </Queues>
    </StaffPlace>
  )
}

function List({ state }: { state: (typeof STATES)[number] }) {
  const list = usePages(listApprovals, { limit: ROWS_PER_PAGE, state }, (rows) => rows)
  return (
    <StaffList list={list} empty={{ icon: <UserRoundCheck />, title: texts.none[state] }}>
      {(approval) => <One approval={approval} />}
    </StaffList>
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

const REFRESHED = [listApprovals, getOverview, listStaffPayouts, listStaffMembers]

/** Where what it is about can be looked at; a payout stands in the list of payouts. */
function pathOf({ action, subjectId }: Approval): string {
  if (action === 'payout-release') return '/staff/payouts'
  return action === 'refund' ? `/staff/payments/${subjectId}` : `/staff/people/${subjectId}`
}

/** The two answers, for whoever may give them. */
function ApprovalActs({ approval, what }: { approval: Approval; what: string }) {
  const [act, setAct] = useState<'approve' | 'decline' | null>(null)
  const isOwn = useOwnId() === approval.askedBy._id
  if (approval.outcome !== null) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {approval.mayDecide && (
        <>
          <Button size="small" variant="primary" onClick={() => setAct('approve')}>
            {texts.approve.open}
          </Button>
          <Button size="small" onClick={() => setAct('decline')}>
            {texts.decline.open}
          </Button>
        </>
      )}
      <Button size="small" variant="quiet" to={pathOf(approval)}>
        {texts.see}
      </Button>
      {isOwn && <span className="text-sm text-ink-soft">{texts.own}</span>}
      {act !== null && (
        <ReasonDialog
          route={decideApproval}
          inputOf={(note) => ({
            approvalId: approval._id,
            outcome: act === 'approve' ? ('approved' as const) : ('declined' as const),
            note,
          })}
          refreshes={REFRESHED}
          title={texts[act].title(what)}
          body={texts[act].body}
          help={texts.help}
          confirmLabel={texts[act].confirm}
          done={texts[act].done}
          onClose={() => setAct(null)}
        />
      )}
    </div>
  )
}
