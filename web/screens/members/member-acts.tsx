import { Suspense, useState } from 'react'

import { getMembers } from '#contract/analytics/calls.ts'
import { formatDollars } from '#contract/money.ts'
import { endMembership } from '#contract/subscriptions/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { BlockDialog } from '#web/features/block/block-dialog.tsx'
import { ReportDialog } from '#web/features/report/report-part.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { MEMBER_ROUTES, type OneMember } from './member.ts'
import { membersTexts } from './messages.ts'

const texts = membersTexts.acts

type Act = 'end' | 'refund' | 'block' | 'report'

/** Four ways to part, each on its own: ending, ending with a refund, a refund alone, and blocking. And to report. */
export function MemberActs({ member, onDone }: { member: OneMember; onDone: () => void }) {
  const [act, setAct] = useState<Act | null>(null)
  const { state, paidUntil, payments } = member
  const [last] = payments
  const isRunning = state === 'active' || state === 'grace' || state === 'paused'
  const refundable = last && last.refundable > 0 && state !== 'past' ? last : null
  const amount = refundable === null ? '' : formatDollars(refundable.refundable, refundable.currency)
  const day = paidUntil === null ? '' : dayText(paidUntil)
  return (
    <section>
      <h3 className="text-sm font-medium text-ink-soft">{membersTexts.panel.acts}</h3>
      <ul className="mt-2 divide-y divide-line rounded-card border border-line">
        {isRunning && <ActRow label={texts.end} help={endHelp(state, day)} onPress={() => setAct('end')} />}
        {refundable !== null && (
          <ActRow
            label={texts.endRefund}
            help={texts.endRefundHelp(amount)}
            onPress={() => setAct('refund')}
          />
        )}
        {payments.some((payment) => payment.refundable > 0) && (
          <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
            <span className="min-w-0 flex-1 basis-56">
              <span className="block font-medium">{texts.refund}</span>
              <span className="block text-sm text-ink-soft">{texts.refundHelp}</span>
            </span>
            <Button size="small" to="/payout">
              {texts.refundLink}
            </Button>
          </li>
        )}
        <ActRow label={texts.block} help={texts.blockHelp} onPress={() => setAct('block')} />
        <ActRow label={texts.report} help={texts.reportHelp} onPress={() => setAct('report')} />
      </ul>
      <EndDialog
        member={member}
        act={act === 'block' || act === 'report' ? null : act}
        amount={amount}
        day={day}
        onClose={() => setAct(null)}
        onDone={onDone}
      />
      <BlockDialog
        who={{ userId: member.member._id }}
        name={member.member.name}
        isOpen={act === 'block'}
        onClose={() => setAct(null)}
        onBlocked={onDone}
      />
      {act === 'report' && (
        <Suspense>
          <ReportDialog
            target={{ kind: 'person', id: member.member._id }}
            isOpen
            onClose={() => setAct(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

function endHelp(state: OneMember['state'], day: string): string {
  if (state === 'paused') return texts.endPausedHelp
  return state === 'grace' ? texts.endGraceHelp : texts.endHelp(day)
}

function ActRow({ label, help, onPress }: { label: string; help: string; onPress: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
      <span className="min-w-0 flex-1 basis-56 text-sm text-ink-soft">{help}</span>
      <Button size="small" onClick={onPress}>
        {label}
      </Button>
    </li>
  )
}

function EndDialog({
  member,
  act,
  amount,
  day,
  onClose,
  onDone,
}: {
  member: OneMember
  act: 'end' | 'refund' | null
  amount: string
  day: string
  onClose: () => void
  onDone: () => void
}) {
  const end = useMutation(endMembership, { refreshes: [getMembers, ...MEMBER_ROUTES] })
  const { ending } = membersTexts
  const { name } = member.member
  const bodies = {
    paused: ending.pausedBody(member.plan.name),
    grace: ending.graceBody(member.plan.name),
  }
  const body =
    member.state === 'paused' || member.state === 'grace'
      ? bodies[member.state]
      : ending.body(member.plan.name, day)

  function confirm() {
    end.mutate(
      { input: { m2cSubscriptionId: member._id, refund: act === 'refund' } },
      {
        onSuccess() {
          onClose()
          onDone()
          toast.success(act === 'refund' ? ending.doneRefunded : ending.done)
        },
      },
    )
  }

  return (
    <ConfirmDialog
      isOpen={act !== null}
      title={act === 'refund' ? ending.refundQuestion(name) : ending.question(name)}
      body={act === 'refund' ? ending.refundBody(amount) : body}
      confirmLabel={act === 'refund' ? ending.refundConfirm(amount) : ending.confirm}
      cancelLabel={ending.keep}
      isDanger
      isPending={end.isPending}
      error={end.error?.message}
      onConfirm={confirm}
      onCancel={() => {
        end.reset()
        onClose()
      }}
    />
  )
}
