import type { OutputOf } from '#contract/http/route.ts'
import { creatorDisputeSentence } from '#contract/payments/dispute-status.ts'
import type { getCreatorPayments } from '#contract/payments/routes.ts'

import { payoutTexts } from './messages.ts'

const texts = payoutTexts.disputes

type Dispute = OutputOf<typeof getCreatorPayments>[number]['disputes'][number]

/** How the disputes of a payment stand, and what can be done while a bank only suspects fraud. */
export function DisputeStandings({
  disputes,
  canRefund,
}: {
  disputes: readonly Dispute[]
  canRefund: boolean
}) {
  if (disputes.length === 0) return null
  return (
    <ul className="mt-2 space-y-1 text-sm">
      {disputes.map((dispute) => (
        <li key={dispute.openedAt + dispute.status}>
          <span className="font-medium text-ink-soft">{creatorDisputeSentence(dispute)}</span>
          {(dispute.status === 'open' || dispute.status === 'suspected') && (
            <span className="block text-ink-faint">
              {dispute.status === 'suspected' && canRefund ? texts.refundNow : texts.notCharged}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
