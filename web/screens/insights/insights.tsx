import { Download, Heart } from 'lucide-react'
import { useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getInsights, getInsightsFile } from '#contract/analytics/calls.ts'
import type { Interval } from '#contract/analytics/insight-routes.ts'
import { CURRENCIES, type Currency, CURRENCY } from '#contract/money.ts'
import { useQuery } from '#web/api/queries.ts'
import { FileButton } from '#web/features/file-download/file-button.tsx'
import { AwaitingUser } from '#web/features/shell/awaiting-user.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { Figures } from './figures.tsx'
import { insightsTexts as texts } from './messages.ts'

const RANGES = ['month', 'quarter', 'year'] as const
type RangeName = (typeof RANGES)[number]

const SHAPES: Record<RangeName, { days: number; interval: Interval }> = {
  month: { days: 30, interval: 'day' },
  quarter: { days: 90, interval: 'week' },
  year: { days: 365, interval: 'month' },
}

/** The days of a range that ends today, in UTC, and the parts it is shown in. */
export function rangeOf(name: RangeName, now: Date): { from: string; to: string; interval: Interval } {
  const { days, interval } = SHAPES[name]
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: dayOf(now.getTime() - (days - 1) * 86_400_000), to: dayOf(now.getTime()), interval }
}

/** What a creator learns about income, members, visitors and posts. */
export function InsightsScreen() {
  const user = useQuery(getLoggedInUser, {}).data?.user
  if (!user) return <AwaitingUser />
  if (user.pageHandle) return <Loaded pageHandle={user.pageHandle} />
  return (
    <Page title={texts.title}>
      <EmptyState
        icon={<Heart />}
        title={texts.noPage}
        action={
          <Button variant="primary" to="/create">
            {texts.openPage}
          </Button>
        }
      />
    </Page>
  )
}

function Loaded({ pageHandle }: { pageHandle: string }) {
  const [name, setName] = useState<RangeName>('month')
  const [wanted, setWanted] = useState<Currency | null>(null)
  const [now] = useState(() => new Date())
  const { interval, ...days } = rangeOf(name, now)
  const first = useQuery(getInsights, { ...days, interval, currency: wanted ?? CURRENCY })
  // A page that earns rupees alone begins with them.
  const only = first.data?.currencies.length === 1 ? first.data.currencies[0] : undefined
  const currency = wanted ?? CURRENCIES.find((known) => known === only) ?? CURRENCY
  const insights = useQuery(getInsights, { ...days, interval, currency })
  const { data } = insights
  const hasNothing = data !== undefined && data.currencies.length === 0

  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      actions={
        <>
          <Select
            label={texts.range.label}
            isLabelHidden
            className="w-fit max-w-full min-w-44"
            value={name}
            options={RANGES.map((value) => ({ value, label: texts.range[value] }))}
            onChange={({ target }) => setName(RANGES.find((known) => known === target.value) ?? 'month')}
          />
          <FileButton route={getInsightsFile} input={{ ...days, currency }} icon={<Download />}>
            {texts.export}
          </FileButton>
        </>
      }
    >
      {data && data.currencies.length > 1 && (
        <div className="mb-6">
          <SegmentedToggle
            label={texts.currency.label}
            value={currency}
            segments={CURRENCIES.map((value) => ({ value, label: texts.currency[value] }))}
            onChange={setWanted}
          />
        </div>
      )}
      {hasNothing && (
        <EmptyState
          className="mb-10"
          icon={<Heart />}
          title={texts.early.title}
          action={<Button to={`/${pageHandle}`}>{texts.early.share}</Button>}
        >
          {texts.early.help}
        </EmptyState>
      )}
      {data ? (
        <Figures insights={data} range={days} currency={currency} isEarly={hasNothing} />
      ) : insights.isError ? (
        <ErrorState
          title={texts.failed}
          onRetry={() => void insights.refetch()}
          isRetrying={insights.isFetching}
        >
          {insights.error.message}
        </ErrorState>
      ) : (
        <div className="space-y-6">
          <output className="sr-only">{texts.loading}</output>
          <Skeleton className="h-12 w-44" />
          <Skeleton className="h-20" />
          <Skeleton shape="picture" className="h-72" />
        </div>
      )}
    </Page>
  )
}
