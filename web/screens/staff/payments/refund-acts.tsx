import { useState } from 'react'

import { actOnRefund, getOverview, listStaffRefunds } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useMutation } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { refundTexts as texts } from './messages.ts'
import { money } from './one-payment.ts'

const REFRESHED = [listStaffRefunds, getOverview]

/** What may be done about a refund that waits or is in trouble. */
export function RefundActs({ refund }: { refund: OutputOf<typeof listStaffRefunds>[number] }) {
  const [act, setAct] = useState<'decline' | 'transfer' | 'paid' | null>(null)
  const simply = useMutation(actOnRefund, { refreshes: REFRESHED })
  const { _id: refundId, status } = refund
  const amount = money(refund, refund.amount)
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
