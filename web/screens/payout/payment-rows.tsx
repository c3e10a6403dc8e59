import { HandCoins } from 'lucide-react'

import type { OutputOf } from '#contract/http/route.ts'
import type { getCreatorPayments, PaymentStanding } from '#contract/payments/routes.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { payoutTexts } from './messages.ts'
import { PaymentRow } from './payment-row.tsx'

const texts = payoutTexts.allPayments

export interface PaymentRowsProps {
  list: {
    rows: OutputOf<typeof getCreatorPayments> | undefined
    error: { message: string } | null
    isFetching: boolean
    refetch: () => void
    hasMore: boolean
    moreState: 'loading' | 'failed' | 'idle'
    showMore: () => void
  }
  standing: PaymentStanding | 'all'
  /** Shows everything again; null: nothing is filtered out. */
  onClear: (() => void) | null
}

export function PaymentRows({ list, standing, onClear }: PaymentRowsProps) {
  if (!list.rows)
    return list.error ? (
      <ErrorState title={payoutTexts.payments.loadFailed} onRetry={list.refetch} isRetrying={list.isFetching}>
        {list.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={payoutTexts.payments.loading} />
    )
  if (list.rows.length === 0) {
    if (onClear)
      return (
        <EmptyState
          icon={<HandCoins />}
          title={texts.noneFound}
          action={<Button onClick={onClear}>{texts.clear}</Button>}
        >
          {texts.noneFoundHelp}
        </EmptyState>
      )
    const isAll = standing === 'all'
    return (
      <EmptyState icon={<HandCoins />} title={isAll ? payoutTexts.payments.empty : texts.none[standing]}>
        {isAll ? payoutTexts.payments.emptyBody : null}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
        {list.rows.map((payment) => (
          <PaymentRow key={payment._id} payment={payment} />
        ))}
      </ul>
      <MoreRows list={list} label={texts.showMore} failed={texts.moreFailed} />
    </>
  )
}
