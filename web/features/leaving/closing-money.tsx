import { type ReactNode, useId } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { columnFormat } from '#contract/money.ts'
import { getClosing } from '#contract/payouts/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { leavingTexts } from './messages.ts'

const texts = leavingTexts.money

/** The cost and the remaining money when the page is closed, before confirming and while it can be undone. */
export function ClosingMoney({
  heading: Heading,
  className = '',
}: {
  /** Which comes next where it stands. */
  heading: 'h2' | 'h3'
  className?: string
}) {
  const headingId = useId()
  const closing = useQuery(getClosing, {})
  return (
    <section aria-labelledby={headingId} className={`rounded-card bg-wash p-4 sm:p-5 ${className}`}>
      <Heading id={headingId} className="font-semibold">
        {texts.title}
      </Heading>
      {closing.data ? (
        <Sums closing={closing.data} />
      ) : closing.isError ? (
        <ErrorState
          className="mt-3"
          title={texts.loadFailed}
          onRetry={() => void closing.refetch()}
          isRetrying={closing.isFetching}
        >
          {closing.error.message}
        </ErrorState>
      ) : (
        <>
          <output className="sr-only">{texts.loading}</output>
          <Skeleton className="mt-3 h-32" />
        </>
      )}
    </section>
  )
}

function Sums({ closing }: { closing: OutputOf<typeof getClosing> }) {
  const { memberCount, returned, rupees } = closing
  const isOwing = returned > 0 || (rupees?.returned ?? 0) > 0
  // Creators who only ever earned rupees don't read about dollars.
  const isInRupeesAlone = rupees !== null && closing.balance === 0 && closing.returned === 0
  return (
    <>
      <p className="mt-2 text-sm text-ink-soft">
        {isOwing ? `${texts.members(memberCount)} ${texts.when}` : texts.nobody}
      </p>
      {!isInRupeesAlone && <SumsIn sums={closing} currency={closing.currency} />}
      {rupees && <SumsIn sums={rupees} currency="INR" />}
      {isOwing && <p className="mt-3 text-sm text-ink-faint">{texts.limits}</p>}
    </>
  )
}

type SumsOfCurrency = NonNullable<OutputOf<typeof getClosing>['rupees']>

function SumsIn({ sums, currency }: { sums: SumsOfCurrency; currency: string }) {
  const { returned, fromFees, fromBalance, balance, left } = sums
  const money = columnFormat([returned, fromFees, fromBalance, balance, left], currency)
  return (
    <dl className="mt-3 divide-y divide-line text-sm tabular-nums">
      {returned > 0 && (
        <>
          <Sum label={texts.returned}>{money(returned)}</Sum>
          <Sum label={texts.fromFees}>{money(fromFees)}</Sum>
          <Sum label={texts.fromBalance}>{money(fromBalance)}</Sum>
        </>
      )}
      <Sum label={texts.balance}>{money(balance)}</Sum>
      <Sum label={left < 0 ? texts.missing : texts.left} isLast>
        {money(Math.abs(left))}
      </Sum>
    </dl>
  )
}

function Sum({ label, isLast = false, children }: { label: string; isLast?: boolean; children: ReactNode }) {
  return (
    <div className={`flex justify-between gap-4 py-2 ${isLast ? 'font-semibold' : ''}`}>
      <dt>{label}</dt>
      <dd className="shrink-0">{children}</dd>
    </div>
  )
}
