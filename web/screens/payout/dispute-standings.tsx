import type { OutputOf } from '#contract/http/route.ts'
import { creatorDisputeSentence } from '#contract/payments/dispute-status.ts'
import type { getCreatorPayments } from '#contract/payments/calls.ts'

import { payoutTexts } from './messages.ts'

const texts = payoutTexts.disputes

type Dispute = OutputOf<typeof getCreatorPayments>[number]['disputes'][number]

/** What a payment's newest dispute, named in its row, means for now, and how earlier ones ended. */
export function DisputeStandings({
  disputes: [newest, ...older],
  canRefund,
}: {
  disputes: readonly Dispute[]
  canRefund: boolean
}) {
  if (!newest) return null
  const meaning = meaningOf(newest, canRefund)
  return (
    <>
      {meaning && <p className="mt-2 text-sm font-medium text-ink-soft">{meaning}</p>}
      {older.map((dispute) => (
        <p key={dispute.openedAt + dispute.status} className="mt-2 text-sm text-ink-soft">
          {creatorDisputeSentence(dispute)}
        </p>
      ))}
    </>
  )
}

function meaningOf({ status }: Dispute, canRefund: boolean): string | null {
  if (status === 'suspected') return canRefund ? texts.refundNow : texts.notCharged
  if (status === 'open') return texts.held
  return status === 'lost' ? texts.lost : null
}
