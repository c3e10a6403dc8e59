import { Landmark } from 'lucide-react'

import type { OutputOf } from '#contract/http/route.ts'
import { leftToRight } from '#contract/locale.ts'
import { getPayouts } from '#contract/payouts/calls.ts'
import type { PayoutStatus } from '#contract/payouts/routes.ts'
import { useQuery } from '#web/api/queries.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { dayText } from '#web/features/time/when-text.ts'
import { Money } from '#web/features/money/money.tsx'

import { payoutTexts } from './messages.ts'

const texts = payoutTexts.history

type Payout = OutputOf<typeof getPayouts>[number]

const TONES: Record<PayoutStatus, BadgeTone> = {
  requested: 'neutral',
  approved: 'info',
  sent: 'info',
  paid: 'good',
  failed: 'bad',
  reversed: 'bad',
}

/** Every payout with its status, newest first. */
export function PayoutHistory() {
  const payouts = useQuery(getPayouts, { limit: 20 })
  if (!payouts.data) {
    if (!payouts.isError) return <SkeletonList label={texts.loading} count={2} />
    return (
      <ErrorState
        title={texts.loadFailed}
        onRetry={() => void payouts.refetch()}
        isRetrying={payouts.isFetching}
      >
        {payouts.error.message}
      </ErrorState>
    )
  }
  if (payouts.data.length === 0)
    return (
      <EmptyState icon={<Landmark />} title={texts.empty}>
        {texts.emptyBody}
      </EmptyState>
    )
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
      {payouts.data.map((payout) => (
        <Row key={payout._id} payout={payout} column={payouts.data} />
      ))}
    </ul>
  )
}

function Row({ payout, column }: { payout: Payout; column: readonly Payout[] }) {
  return (
    <li className="p-4 sm:p-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Money
              amount={payout.amount}
              currency={payout.currency}
              column={column}
              className="font-semibold"
            />
            <Badge tone={TONES[payout.status]}>{texts.states[payout.status]}</Badge>
          </p>
          <p className="mt-0.5 text-sm text-ink-faint">
            {texts.requestedOn(dayText(payout.requestedAt))}
            {payout.hint !== '' && ` · ${leftToRight(payout.hint)}`}
          </p>
        </div>
        {payout.settledAt !== null && (
          <time dateTime={payout.settledAt} className="shrink-0 text-sm text-ink-soft">
            {dayText(payout.settledAt)}
          </time>
        )}
      </div>
      {payout.failureReason !== '' && <p className="mt-2 text-sm text-bad">{payout.failureReason}</p>}
      {payout.bankReference !== '' && (
        <p className="mt-1 text-sm text-ink-faint">
          {texts.bankReference} <span className="font-mono select-all">{payout.bankReference}</span>
        </p>
      )}
    </li>
  )
}
