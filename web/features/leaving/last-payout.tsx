import { CURRENCY, type Currency, formatDollars } from '#contract/money.ts'
import { getClosing, getPayoutDetails, requestPayout } from '#contract/payouts/calls.ts'
import { requestedText } from '#contract/payouts/requested-text.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { usePageConfig } from '#web/page-data.tsx'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { leavingTexts } from './messages.ts'

const texts = leavingTexts.money

/** A leaving creator's last payout: the amount available now, and where the rest goes. */
export function LastPayout() {
  const { email } = usePageConfig().operator
  const closing = useQuery(getClosing, {})
  const details = useQuery(getPayoutDetails, {})
  if (!closing.data || !details.data) return null
  const { rupees, ...dollars } = closing.data
  const balances: { left: number; payable: number; currency: Currency }[] = [
    { ...dollars, currency: CURRENCY },
    ...(rupees ? [{ ...rupees, currency: 'INR' as const }] : []),
  ]
  const left = balances.filter((sums) => sums.left > 0)
  if (left.length === 0) return null
  if (!details.data.details) return <p className="mt-4 text-ink-soft">{texts.noDetails(email)}</p>
  return left.map(({ payable, currency }) => (
    <PayoutIn key={currency} payable={payable} currency={currency} />
  ))
}

function PayoutIn({ payable, currency }: { payable: number; currency: Currency }) {
  const request = useMutation(requestPayout, { refreshes: [getClosing] })
  if (payable <= 0) return <p className="mt-4 text-ink-soft">{texts.nothingYet}</p>
  const amount = formatDollars(payable, currency)
  return (
    <>
      <p className="mt-4 text-ink-soft">{texts.lastPayout(amount)}</p>
      <FormError className="mt-3">{request.error?.message}</FormError>
      <Button
        className="mt-3"
        isLoading={request.isPending}
        onClick={() =>
          request.mutate(
            { input: { currency } },
            { onSuccess: ({ payout }) => toast.success(requestedText(payout.status)) },
          )
        }
      >
        {texts.askPayout(amount)}
      </Button>
    </>
  )
}
