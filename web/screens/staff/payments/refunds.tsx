import { Undo2 } from 'lucide-react'
import { useState } from 'react'

import { actOnRefund, getOverview, listStaffRefunds } from '#contract/console/calls.ts'
import { formatDay, formatMoment } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

import { allAtOnce, columnMoney, Queues, Row, StaffList, StaffPlace } from '../parts/list.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { onePaymentTexts, refundTexts as texts } from './messages.ts'

const QUEUES = ['requested', 'troubled'] as const

type Refund = OutputOf<typeof listStaffRefunds>[number]

/** Refund requests that wait, and refunds in trouble. */
export function Refunds() {
  return (
    <StaffPlace title={texts.title}>
      <Queues values={QUEUES} texts={texts.queues}>
        {(queue) => <Queue queue={queue} />}
      </Queues>
    </StaffPlace>
  )
}

function Queue({ queue }: { queue: (typeof QUEUES)[number] }) {
  const list = allAtOnce(useQuery(listStaffRefunds, { queue }))
  return (
    <StaffList list={list} empty={{ icon: <Undo2 />, title: texts.none[queue] }}>
      {(refund, rows) => (
        <Row
          title={texts.titleOf(refund.memberName, refund.pageName)}
          badges={<Badge>{onePaymentTexts.statuses[refund.status] ?? refund.status}</Badge>}
          meta={[formatDay(refund.requestedAt), refund.reason].filter((part) => part !== '').join(' · ')}
          end={columnMoney(rows)(refund)}
        >
          {refund.attempts > 0 && (
            <p className="mt-1 text-sm text-ink-soft">
              {texts.attempts(refund.attempts, refund.refusal)}
              {refund.nextAttemptAt !== null && ` ${texts.next(formatMoment(refund.nextAttemptAt))}`}
            </p>
          )}
          <RefundActs refund={refund} />
        </Row>
      )}
    </StaffList>
  )
}

const REFRESHED = [listStaffRefunds, getOverview]

/** What may be done about a refund that waits or is in trouble. */
function RefundActs({ refund }: { refund: Refund }) {
  const [act, setAct] = useState<'decline' | 'transfer' | 'paid' | null>(null)
  const simply = useMutation(actOnRefund, { refreshes: REFRESHED })
  const { _id: refundId, status } = refund
  const amount = formatDollars(refund.amount, refund.currency)
  const close = () => setAct(null)
  const isRefused = status === 'approved' || status === 'failed'

  function run(done: 'retry' | 'transfer') {
    simply.mutate(
      { input: { refundId, act: done } },
      {
        onSuccess() {
          close()
          toast.success(texts[done].done)
        },
        onError: ({ message }) => done === 'retry' && toast.error(message),
      },
    )
  }

  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {status === 'requested' && (
        <Button size="small" onClick={() => setAct('decline')}>
          {texts.decline.open}
        </Button>
      )}
      {isRefused && (
        <>
          <Button size="small" isLoading={simply.isPending && act === null} onClick={() => run('retry')}>
            {texts.retry.open}
          </Button>
          <Button size="small" onClick={() => setAct('transfer')}>
            {texts.transfer.open}
          </Button>
        </>
      )}
      {status === 'manual' && (
        <Button size="small" onClick={() => setAct('paid')}>
          {texts.paid.open}
        </Button>
      )}
      <Button size="small" variant="quiet" to={`/staff/payments/${refund.paymentId}`}>
        {texts.payment}
      </Button>
      {act === 'decline' && (
        <ReasonDialog
          route={actOnRefund}
          inputOf={(reason) => ({ refundId, act: 'decline' as const, reason })}
          refreshes={REFRESHED}
          title={texts.decline.title(amount)}
          help={texts.decline.help}
          confirmLabel={texts.decline.confirm}
          done={texts.decline.done}
          onClose={close}
        />
      )}
      {act === 'paid' && (
        <ReasonDialog
          route={actOnRefund}
          inputOf={(bankReference) => ({ refundId, act: 'paid' as const, bankReference })}
          refreshes={REFRESHED}
          title={texts.paid.title(amount)}
          label={texts.paid.label}
          help={texts.paid.help}
          confirmLabel={texts.paid.confirm}
          done={texts.paid.done}
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={act === 'transfer'}
        title={texts.transfer.title(amount)}
        body={texts.transfer.body}
        confirmLabel={texts.transfer.confirm}
        isPending={simply.isPending}
        error={simply.error?.message}
        onConfirm={() => run('transfer')}
        onCancel={close}
      />
    </div>
  )
}
