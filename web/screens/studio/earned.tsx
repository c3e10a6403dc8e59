import { useId } from 'react'

import { formatMonth } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import type { getEarnings } from '#contract/payouts/calls.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/features/money/money.tsx'

import { studioTexts } from './messages.ts'
import type { Studio } from './use-studio.ts'

const texts = studioTexts.earned

type Month = OutputOf<typeof getEarnings>['months'][number]

/** This month's earnings as one number, and the months before it as a line. */
export function Earned({ earnings }: Pick<Studio, 'earnings'>) {
  const { data } = earnings
  if (!data)
    return (
      <ErrorState
        title={texts.failed}
        onRetry={() => void earnings.refetch()}
        isRetrying={earnings.isFetching}
      >
        {earnings.error?.message}
      </ErrorState>
    )
  const hasDollars = data.months.some(({ gross }) => gross !== 0)
  return (
    <div className="space-y-10">
      {(hasDollars || !data.rupees) && <Amount months={data.months} currency={data.currency} />}
      {data.rupees && <Amount months={data.rupees} currency="INR" />}
    </div>
  )
}

function Amount({ months, currency }: { months: readonly Month[]; currency: string }) {
  const headingId = useId()
  const [last, now] = months.slice(-2)
  if (!last || !now) return null
  const money = (amount: number) => formatDollars(amount, currency)
  const hasAny = months.some(({ gross }) => gross !== 0)
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-sm font-medium text-ink-soft">
        {texts.title(formatMonth(now.month))}
      </h2>
      <p className="mt-1">
        <Link
          to="/payout"
          className="rounded-small decoration-line-strong decoration-2 underline-offset-8 hover:underline"
        >
          <Money amount={now.net} currency={currency} isFigure />
          <span className="sr-only"> {texts.see}</span>
        </Link>
      </p>
      <p className="mt-1 text-sm text-ink-soft tabular-nums">
        {hasAny ? (
          <>
            {texts.help}
            <span aria-hidden="true"> · </span>
            {texts.last(money(last.net), formatMonth(last.month))}
          </>
        ) : (
          texts.none
        )}
      </p>
      {hasAny && <Line months={months} currency={currency} />}
    </section>
  )
}

/** In units of the drawing, which is stretched to the room there is. */
const WIDTH = 300
const HEIGHT = 60

function Line({ months, currency }: { months: readonly Month[]; currency: string }) {
  const most = Math.max(1, ...months.map(({ net }) => net))
  const points = months.map(({ net }, index) => {
    const x = (index / Math.max(1, months.length - 1)) * WIDTH
    return `${x.toFixed(1)},${(HEIGHT - (Math.max(0, net) / most) * HEIGHT).toFixed(1)}`
  })
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? '']
  return (
    <div className="mt-5">
      <p className="sr-only">
        {texts.line(formatMonth(first), formatMonth(last), formatDollars(most, currency))}
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 -3 ${WIDTH} ${HEIGHT + 6}`}
        preserveAspectRatio="none"
        className="h-20 w-full overflow-visible"
      >
        <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} className="fill-brand-soft" />
        <polyline
          points={points.join(' ')}
          vectorEffect="non-scaling-stroke"
          strokeLinejoin="round"
          strokeLinecap="round"
          className="fill-none stroke-brand stroke-2"
        />
      </svg>
      <p aria-hidden="true" className="mt-1.5 flex justify-between text-xs text-ink-faint">
        <span>{formatMonth(first)}</span>
        <span>{formatMonth(last)}</span>
      </p>
    </div>
  )
}
