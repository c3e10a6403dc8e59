import { RotateCcw } from 'lucide-react'

import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import { refundMessages } from '#contract/payments/messages.ts'
import { getCreatorPayments, retryRefund } from '#contract/payments/calls.ts'
import { getBalance } from '#contract/payouts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { payoutTexts } from './messages.ts'

const texts = payoutTexts.refunds

type Payment = OutputOf<typeof getCreatorPayments>[number]

/** The status of a payment's newest refund; one that didn't arrive can be sent again. */
export function RefundStanding({ payment }: { payment: Payment }) {
  const { refund, refunded, currency, userId: supporter } = payment
  const again = useMutation(retryRefund, { refreshes: [getCreatorPayments, getBalance] })
  if (refund === null) return null
  const state = refund.isDelayed ? texts.delayed : texts.states[refund.status]
  const sentence = (refund.bank === null ? state : texts.banks[refund.bank])(
    formatDollars(refund.amount, currency),
  )
  return (
    <>
      <p className="mt-2 text-sm font-medium text-ink-soft">
        {sentence}
        {refunded > refund.amount && ` · ${texts.refundedInAll(formatDollars(refunded, currency))}`}
      </p>
      {refund.status === 'failed' && refund.bank === null && (
        <Button
          size="small"
          variant="quiet"
          icon={<RotateCcw />}
          className="mt-2 me-3 -ms-3 text-ink-soft"
          isLoading={again.isPending}
          onClick={() =>
            again.mutate(
              { input: { refundId: refund._id } },
              {
                onSuccess: () => toast.success(refundMessages.sentAgain),
                onError: (refusal) => toast.error(refusal.message),
              },
            )
          }
        >
          <RichText text={texts.sendAgain(supporter.name)} />
        </Button>
      )}
    </>
  )
}
