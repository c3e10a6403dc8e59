import { useId, useState } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import { getUserPayments, requestRefund, retryRefund } from '#contract/payments/calls.ts'
import { refundMessages } from '#contract/payments/messages.ts'
import { REFUND_REASON_MAX_LENGTH } from '#contract/payments/refund-rules.ts'
import { getUserSubscriptions } from '#contract/subscriptions/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { CONTACT_PATH } from '#web/features/site/site-pages.ts'
import { dayText } from '#web/features/time/when-text.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Link } from '#web/ui/link.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

import { settingsTexts } from '../messages.ts'

const texts = settingsTexts.refund

type Payment = OutputOf<typeof getUserPayments>[number]

/** The status of a payment's refund, or the way to request one while that is possible. */
export function RefundLine({ payment }: { payment: Payment }) {
  const [isAsking, setIsAsking] = useState(false)
  const { refund, refunded, currency, refundableUntil, creator } = payment
  const isDeciding = refund?.bank === 'deciding'
  const meaning =
    refund &&
    (isDeciding ? texts.bankDecides : refund.isDelayed ? texts.delayed : texts.meanings[refund.status])
  // What the bank did in its place is said beside it.
  if (refund?.bank === 'returned') return null
  return (
    <>
      {refund !== null && (
        <p className="mt-1 text-sm font-medium text-ink-soft">
          {isDeciding ? texts.waits : texts.states[refund.status]}
          {refunded > 0 && <span className="tabular-nums"> · {formatDollars(refunded, currency)}</span>}
        </p>
      )}
      {meaning && <p className="mt-0.5 text-sm text-ink-faint">{meaning}</p>}
      {refund?.status === 'manual' && !isDeciding && (
        <Link to={CONTACT_PATH} className="relative z-1 text-sm font-medium text-brand hover:underline">
          {texts.contact}
        </Link>
      )}
      {refund?.status === 'failed' && !isDeciding && (
        <AskAgain refundId={refund._id} pageName={creator.pageName} />
      )}
      {refundableUntil !== null && (
        <Button
          size="small"
          variant="quiet"
          className="relative z-1 -ms-3 text-ink-soft"
          onClick={() => setIsAsking(true)}
        >
          <RichText text={texts.ask(creator.pageName)} />
        </Button>
      )}
      {refundableUntil !== null && (
        <RefundDialog
          payment={payment}
          until={refundableUntil}
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

/** It was granted before, so no reason has to be given again. */
function AskAgain({ refundId, pageName }: { refundId: string; pageName: string }) {
  const again = useMutation(retryRefund, { refreshes: [getUserPayments, getUserSubscriptions] })
  return (
    <Button
      size="small"
      variant="quiet"
      className="relative z-1 -ms-3 text-ink-soft"
      isLoading={again.isPending}
      onClick={() =>
        again.mutate(
          { input: { refundId } },
          {
            onSuccess: () => toast.success(refundMessages.sentAgain),
            onError: (refusal) => toast.error(refusal.message),
          },
        )
      }
    >
      <RichText text={texts.askAgain(pageName)} />
    </Button>
  )
}

function RefundDialog({
  payment,
  until,
  isOpen,
  onClose,
}: {
  payment: Payment
  until: string
  isOpen: boolean
  onClose: () => void
}) {
  const formId = useId()
  const form = useCallForm(requestRefund, {
    initial: { reason: '' },
    about: isOpen,
    check: ({ reason }) => (reason.trim() === '' ? { reason: refundMessages.reasonRequired } : {}),
    input: ({ reason }) => ({ paymentId: payment._id, reason: reason.trim() }),
    refreshes: [getUserPayments, getUserSubscriptions],
    onDone({ status }) {
      toast.success(status === 'requested' ? refundMessages.requested : refundMessages.automatic)
      onClose()
    },
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!form.isSaving}
      title={texts.title(formatDollars(payment.amount, payment.currency), payment.creator.pageName)}
      description={
        payment.kind === 'proration'
          ? texts.bodyOfUpgrade(dayText(until), dayText(payment.period.until))
          : texts.body(dayText(until))
      }
      footer={
        <>
          <Button onClick={onClose} disabled={form.isSaving}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" isLoading={form.isSaving}>
            {texts.send}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="space-y-5">
        <FormError>{form.problem}</FormError>
        <TextArea
          {...form.field('reason')}
          label={texts.reason}
          rows={3}
          characterLimit={REFUND_REASON_MAX_LENGTH}
        />
      </form>
    </Dialog>
  )
}
