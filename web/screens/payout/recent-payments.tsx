import { HandCoins } from 'lucide-react'

import { getCreatorPayments } from '#contract/payments/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { payoutTexts } from './messages.ts'
import { PaymentRow } from './payment-row.tsx'

const texts = payoutTexts.payments

const SHOWN = 5

/** The newest payments; each opens to show where the money went. */
export function RecentPayments({ pageHandle }: { pageHandle: string | null }) {
  const payments = useQuery(getCreatorPayments, { limit: SHOWN })

  if (!payments.data) {
    if (payments.isError)
      return (
        <ErrorState
          title={texts.loadFailed}
          onRetry={() => void payments.refetch()}
          isRetrying={payments.isFetching}
        >
          {payments.error.message}
        </ErrorState>
      )
    return <SkeletonList label={texts.loading} count={SHOWN} />
  }

  if (payments.data.length === 0)
    return (
      <EmptyState
        icon={<HandCoins />}
        title={texts.empty}
        action={
          pageHandle !== null && (
            <Button variant="primary" to={`/${pageHandle}`}>
              {texts.toYourPage}
            </Button>
          )
        }
      >
        {texts.emptyBody}
      </EmptyState>
    )

  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
        {payments.data.map((payment) => (
          <PaymentRow key={payment._id} payment={payment} column={payments.data} />
        ))}
      </ul>
      {payments.data.length === SHOWN && (
        <Button variant="quiet" size="small" className="mt-3 -ms-3" to="/payout/payments">
          {texts.seeAll}
        </Button>
      )}
    </>
  )
}
