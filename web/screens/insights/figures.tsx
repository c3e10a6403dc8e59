import type { Currency } from '#contract/money.ts'

import { Churn } from './churn.tsx'
import { Cohorts } from './cohorts.tsx'
import { Headline } from './headline.tsx'
import type { Days, Insights } from './insight.ts'
import { Money } from './money.tsx'
import { MovementRows } from './movement-rows.tsx'
import { Movements } from './movements.tsx'
import { Plans } from './plans.tsx'
import { Posts } from './posts.tsx'
import { Visitors } from './visitors.tsx'

/** `isEarly`: nobody has joined yet, so only visitors and posts have anything to show. */
export function Figures({
  insights,
  range,
  currency,
  isEarly,
}: {
  insights: Insights
  range: Days
  currency: Currency
  isEarly: boolean
}) {
  return (
    <div className="space-y-14">
      {!isEarly && (
        <>
          <Headline insights={insights} />
          <Movements insights={insights} />
          <div className="grid gap-x-12 gap-y-14 lg:grid-cols-2">
            <MovementRows range={range} currency={currency} />
            <div className="min-w-0 space-y-14">
              <Money insights={insights} />
              <Plans insights={insights} />
            </div>
          </div>
          <Churn insights={insights} />
          <Cohorts currency={currency} />
        </>
      )}
      <Visitors range={range} />
      <Posts />
    </div>
  )
}
