import { useState } from 'react'

import {
  decideApproval,
  getOverview,
  listApprovals,
  listStaffMembers,
  listStaffPayouts,
} from '#contract/console/calls.ts'
import { Button } from '#web/ui/button.tsx'

import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useOwnId } from '../rights.ts'
import { approvalTexts as texts } from './messages.ts'
import type { Approval } from './one-approval.ts'

const REFRESHED = [listApprovals, getOverview, listStaffPayouts, listStaffMembers]

/** Where what it is about can be looked at; a payout stands in the list of payouts. */
function pathOf({ action, subjectId }: Approval): string {
  if (action === 'payout-release') return '/staff/payouts'
  return action === 'refund' ? `/staff/payments/${subjectId}` : `/staff/people/${subjectId}`
}

/** The two answers, for whoever may give them. */
export function ApprovalActs({ approval, what }: { approval: Approval; what: string }) {
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
