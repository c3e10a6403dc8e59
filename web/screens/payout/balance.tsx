import { type ReactNode, useId } from 'react'

import { formatDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { getBalance } from '#contract/payouts/routes.ts'
import { useQuery } from '#web/api/queries.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { payoutTexts } from './messages.ts'

const texts = payoutTexts.balance

/** What is the creator's, first as one number, then split by whether it may still go back to a supporter. */
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
        <>
          <p className="mt-1 font-display text-4xl wrap-anywhere tabular-nums">
            {formatDollars(balance.data.available + balance.data.pending + balance.data.reserved)}
          </p>
          <dl className="mt-5 grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
            <Part label={texts.available} amount={balance.data.available}>
              {texts.availableMeaning}
            </Part>
            <Part label={texts.pending} amount={balance.data.pending}>
              {texts.pendingMeaning}
            </Part>
            {balance.data.reservedUntil !== null && (
              <Part label={texts.reserved} amount={balance.data.reserved}>
                {texts.reservedMeaning(formatDay(balance.data.reservedUntil))}
              </Part>
            )}
          </dl>
        </>
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

function Part({ label, amount, children }: { label: string; amount: number; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd>
        <span className="block text-xl font-semibold wrap-anywhere tabular-nums">
          {formatDollars(amount)}
        </span>
        <span className="mt-0.5 block text-sm text-ink-faint">{children}</span>
      </dd>
    </div>
  )
}
