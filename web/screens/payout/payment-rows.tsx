import { HandCoins } from 'lucide-react'

import type { OutputOf } from '#contract/http/route.ts'
import type { getCreatorPayments } from '#contract/payments/calls.ts'
import type { PaymentStanding } from '#contract/payments/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList, type PagedRows } from '#web/ui/paged-list.tsx'

import { payoutTexts } from './messages.ts'
import { PaymentRow } from './payment-row.tsx'

const texts = payoutTexts.allPayments

export interface PaymentRowsProps {
  list: PagedRows<OutputOf<typeof getCreatorPayments>[number]>
  standing: PaymentStanding | 'all'
  /** Shows everything again; null: nothing is filtered out. */
  onClear: (() => void) | null
}

export function PaymentRows({ list, standing, onClear }: PaymentRowsProps) {
  return (
    <PagedList
      list={list}
      texts={{ ...texts, loading: payoutTexts.payments.loading, failed: payoutTexts.payments.loadFailed }}
      empty={<Nothing standing={standing} onClear={onClear} />}
    >
      {(payments) => (
        <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
          {payments.map((payment) => (
            <PaymentRow key={payment._id} payment={payment} column={payments} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function Nothing({ standing, onClear }: Omit<PaymentRowsProps, 'list'>) {
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
