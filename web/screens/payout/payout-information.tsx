import { useId } from 'react'

import { formatCents } from '#contract/money.ts'
import { getBalance } from '#contract/payouts/routes.ts'
import {
  BANK_TRANSFER_BUSINESS_DAYS,
  canBePaidOut,
  PAYOUT_THRESHOLD_CENTS,
  REFUND_WINDOW_DAYS,
} from '#contract/payouts/rules.ts'
import { useQuery } from '#web/api/queries.ts'
import { Card } from '#web/ui/card.tsx'

export function PayoutInformation() {
  const headingId = useId()
  const balance = useQuery(getBalance, {}).data
  const isEnough = balance !== undefined && canBePaidOut(Math.round(balance.available * 100))
  return (
    <Card as="section" aria-labelledby={headingId} className="self-start">
      <h2 id={headingId} className="font-display text-lg">
        Payout Information
      </h2>
      <ul className="mt-3 list-disc space-y-2 pl-5 text-sm text-ink-soft marker:text-ink-faint">
        <li>
          Payouts are processed for earnings above {formatCents(PAYOUT_THRESHOLD_CENTS)}.
          {isEnough && ' What you have available is more than that.'}
        </li>
        <li>Bank transfers take {BANK_TRANSFER_BUSINESS_DAYS} business days.</li>
        <li>A payment counts once it is {REFUND_WINDOW_DAYS} days old and can no longer be refunded.</li>
      </ul>
      <p className="mt-4 border-t border-line pt-4 text-sm text-ink-soft">
        Payouts cannot be requested here yet. Until they can, everything you earn stays in your balance.
      </p>
    </Card>
  )
}
