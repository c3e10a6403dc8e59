import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { formatMonth } from '#contract/dates.ts'
import { CURRENCY } from '#contract/money.ts'
import { getCreatorPayments } from '#contract/payments/calls.ts'
import { getBalance, getEarnings, getStatements } from '#contract/payouts/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { EarningsChart } from '#web/features/earnings-chart/earnings-chart.tsx'
import { Redirect } from '#web/routing/redirect.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/features/money/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { Balance } from './balance.tsx'
import { payoutTexts, payoutTexts as texts } from './messages.ts'
import { PayoutHistory } from './payout-history.tsx'
import { PayoutPanel } from './payout-panel.tsx'
import { RecentPayments } from './recent-payments.tsx'
import { RefundRequests } from './refund-requests.tsx'
import { Section } from './section.tsx'

const MONEY_SHOWN = [getBalance, getEarnings, getCreatorPayments]

/** The creator dashboard. Creators only; the server refuses its figures to everyone else. */
export function PayoutScreen() {
  const account = useQuery(getLoggedInUser, {})
  useRefreshOn('balance', MONEY_SHOWN)
  if (account.data && !account.data.user.isCreator) return <Redirect to="/explore" />

  return (
    <Page title={texts.title} subtitle={texts.subtitle}>
      {account.data ? (
        <div className="grid gap-x-10 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
          <Balance />
          {/* Beside everything where there is room, otherwise next to the balance it pays out. */}
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <PayoutPanel user={account.data.user} />
          </div>
          <div className="min-w-0 space-y-12">
            <RefundRequests />
            <Section title={texts.earnings.title}>
              <Earnings />
            </Section>
            <Section title={texts.payments.title}>
              <RecentPayments pageHandle={account.data.user.pageHandle} />
            </Section>
            <Section title={texts.history.title}>
              <PayoutHistory />
            </Section>
            <Statements />
          </div>
        </div>
      ) : account.isError ? (
        <ErrorState
          title={texts.loadFailed}
          onRetry={() => void account.refetch()}
          isRetrying={account.isFetching}
        >
          {account.error.message}
        </ErrorState>
      ) : (
        <div className="max-w-reading space-y-4">
          <output className="sr-only">{texts.loading}</output>
          <Skeleton className="h-12 w-44" />
          <Skeleton shape="picture" className="h-52" />
        </div>
      )}
    </Page>
  )
}

function Earnings() {
  const earnings = useQuery(getEarnings, {})
  const rupees = earnings.data?.rupees
  const isInRupees = rupees && earnings.data?.months.every(({ gross }) => gross === 0)
  if (earnings.data)
    return (
      <>
        {!isInRupees && (
          <Card className="max-sm:p-4">
            {rupees && <h3 className="mb-3 text-sm font-medium text-ink-soft">{texts.earnings.inDollars}</h3>}
            <EarningsChart months={earnings.data.months} currency={earnings.data.currency} />
          </Card>
        )}
        {rupees && (
          <Card className={isInRupees ? 'max-sm:p-4' : 'mt-4 max-sm:p-4'}>
            <h3 className="mb-3 text-sm font-medium text-ink-soft">{texts.earnings.inRupees}</h3>
            <EarningsChart months={rupees} currency="INR" />
          </Card>
        )}
      </>
    )
  if (earnings.isError)
    return (
      <ErrorState
        title={texts.earnings.loadFailed}
        onRetry={() => void earnings.refetch()}
        isRetrying={earnings.isFetching}
      >
        {earnings.error.message}
      </ErrorState>
    )
  return (
    <>
      <output className="sr-only">{texts.earnings.loading}</output>
      <Skeleton shape="picture" className="h-80" />
    </>
  )
}

/** A link to each month's statement; nothing before the first payment. */
function Statements() {
  const months = useQuery(getStatements, {})
  if (!months.data || months.data.length === 0) return null
  return (
    <Section title={payoutTexts.statements.title}>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
        {months.data.map(({ month, currency, net }) => (
          <li key={month + currency}>
            <Link
              to={`/payout/statements/${month}${currency === CURRENCY ? '' : `?currency=${currency}`}`}
              className="flex min-h-13 items-center justify-between gap-4 px-4 py-3 transition-colors duration-120 hover:bg-wash sm:px-5"
            >
              <span className="font-medium text-brand">{formatMonth(month)}</span>
              <Money
                amount={net}
                currency={currency}
                column={months.data.map((each) => ({ amount: each.net, currency: each.currency }))}
                className="text-sm text-ink-soft"
              />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
