import { type ReactNode, useId } from 'react'

import { columnFormat } from '#contract/money.ts'
import { getBalance } from '#contract/payouts/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { dayText } from '#web/features/time/when-text.ts'
import { Money } from '#web/features/money/money.tsx'

import { type Amounts, balancesOf } from './balances.ts'
import { payoutTexts } from './messages.ts'

const texts = payoutTexts.balance

/** The creator's money, first as one number, then split by whether it may still be refunded to a supporter. */
export function Balance() {
  const headingId = useId()
  const balance = useQuery(getBalance, {})

  if (!balance.data && balance.isError)
    return (
      <ErrorState
        title={texts.loadFailed}
        onRetry={() => void balance.refetch()}
        isRetrying={balance.isFetching}
      >
        <p>{balance.error.message}</p>
        <p>{texts.unchanged}</p>
      </ErrorState>
    )

  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-sm font-medium text-ink-soft">
        {texts.title}
      </h2>
      {balance.data ? (
        <div className="space-y-8">
          {balancesOf(balance.data).map((each) => (
            <InCurrency key={each.currency} balance={each} />
          ))}
        </div>
      ) : (
        <>
          <output className="sr-only">{texts.loading}</output>
          <Skeleton className="mt-2 h-11 w-44" />
          <div className="mt-5 grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
            <Skeleton className="h-17" />
            <Skeleton className="h-17" />
          </div>
        </>
      )}
    </section>
  )
}

/** Each currency has its own balance. */
function InCurrency({
  balance: { available, pending, reserved, reservedUntil, currency },
}: {
  balance: Amounts
}) {
  const money = columnFormat([available, pending, reserved], currency)
  return (
    <div>
      <p className="mt-1">
        <Money amount={available + pending + reserved} currency={currency} isFigure />
      </p>
      <dl className="mt-5 grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
        <Part label={texts.available} amount={money(available)}>
          {texts.availableMeaning}
        </Part>
        <Part label={texts.pending} amount={money(pending)}>
          {texts.pendingMeaning}
        </Part>
        {reservedUntil !== null && (
          <Part label={texts.reserved} amount={money(reserved)}>
            {texts.reservedMeaning(dayText(reservedUntil))}
          </Part>
        )}
      </dl>
    </div>
  )
}

function Part({ label, amount, children }: { label: string; amount: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd>
        <span className="block text-xl font-semibold wrap-anywhere tabular-nums">{amount}</span>
        <span className="mt-0.5 block text-sm text-ink-faint">{children}</span>
      </dd>
    </div>
  )
}
