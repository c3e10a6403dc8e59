import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { CURRENCY, formatDollars } from '#contract/money.ts'
import { getBillingOverview } from '#contract/subscriptions/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { dayText } from '#web/features/time/when-text.ts'
import { Money } from '#web/features/money/money.tsx'

import { Budget } from './budget.tsx'
import { ChargeCalendar } from './charge-calendar.tsx'
import { subscriptionsTexts as texts } from './messages.ts'

type Room = OutputOf<typeof getBillingOverview>

/** The coming and past charges: every coming charge, the monthly total, the budget, and each year's sum. */
export function BillingOverview() {
  const room = useQuery(getBillingOverview, {})
  if (!room.data) {
    if (room.isError)
      return (
        <ErrorState
          title={texts.ahead.notLoaded}
          onRetry={() => void room.refetch()}
          isRetrying={room.isFetching}
        >
          {room.error.message}
        </ErrorState>
      )
    return (
      <>
        <output className="sr-only">{texts.ahead.loading}</output>
        <Skeleton className="h-96" />
      </>
    )
  }
  const { charges, overdue, monthlyTotal, monthlyRupees, monthlyBudget, years } = room.data
  if (charges.length + overdue.length + years.length === 0) return null
  // A budget is in dollars, and is compared with the dollar charges even if there are none.
  const isInRupees = monthlyTotal === 0 && monthlyRupees > 0 && monthlyBudget === null
  return (
    <div className="space-y-10">
      <Section title={texts.ahead.title} note={texts.ahead.note}>
        <Card padding="large">
          <p className="text-sm text-ink-soft">{texts.ahead.byTheMonth}</p>
          <p className="mt-1">
            <Money
              {...(isInRupees
                ? { amount: monthlyRupees, currency: 'INR' }
                : { amount: monthlyTotal, currency: CURRENCY })}
              isFigure
            />
          </p>
          {monthlyRupees > 0 && !isInRupees && (
            <p className="text-xl font-semibold tabular-nums">
              {texts.ahead.besides(formatDollars(monthlyRupees, 'INR'))}
            </p>
          )}
          <div className="mt-3">
            <Budget monthlyTotal={monthlyTotal} monthlyBudget={monthlyBudget} />
          </div>
          <div className="mt-5 space-y-5 border-t border-line pt-5">
            {overdue.map((each) => (
              <p
                key={each.m2cSubscriptionId}
                className="flex items-start gap-2 rounded-control bg-warn-soft p-3 text-sm text-warn"
              >
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                <span className="min-w-0 wrap-break-word">
                  {texts.ahead.overdue(
                    formatDollars(each.amount, each.currency),
                    each.pageName,
                    dayText(each.until),
                  )}
                </span>
              </p>
            ))}
            {charges.length > 0 ? (
              <ChargeCalendar charges={charges} />
            ) : (
              overdue.length === 0 && <p className="text-ink-soft">{texts.ahead.nothing}</p>
            )}
          </div>
        </Card>
      </Section>
      {years.length > 0 && (
        <Section title={texts.given.title} note={texts.given.note}>
          <Card padding="none" className="divide-y divide-line">
            {years.map((year, index) => (
              <Year key={year.year + year.currency} year={year} isOpen={index === 0} />
            ))}
          </Card>
        </Section>
      )}
    </div>
  )
}

function Section({ title, note, children }: { title: string; note: string; children: React.ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="font-display text-xl">
        {title}
      </h2>
      <p className="mt-0.5 mb-5 text-sm text-ink-faint">{note}</p>
      {children}
    </section>
  )
}

function Year({ year, isOpen }: { year: Room['years'][number]; isOpen: boolean }) {
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 px-5 py-3 font-semibold">
        {year.year}
        <span className="tabular-nums">{formatDollars(year.total, year.currency)}</span>
      </summary>
      <ul className="px-5 pb-4">
        {year.creators.map(({ pageHandle, pageName, total, payments }) => (
          <li key={pageHandle} className="flex items-baseline gap-4 py-1.5 text-sm">
            <span className="min-w-0 flex-1 wrap-break-word">
              {pageName} <span className="text-ink-faint">{texts.given.payments(payments)}</span>
            </span>
            <Money
              amount={total}
              currency={year.currency}
              column={year.creators.map((each) => ({ amount: each.total, currency: year.currency }))}
              className="shrink-0"
            />
          </li>
        ))}
      </ul>
    </details>
  )
}
