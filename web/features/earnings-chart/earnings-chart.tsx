import { useState } from 'react'

import { formatMonth } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { Button } from '#web/ui/button.tsx'

import { Bars } from './bars.tsx'
import { EarningsTable } from './earnings-table.tsx'
import { earningsChartTexts as texts } from './messages.ts'
import type { Month } from './month.ts'

/** Earnings by month as bars, or as a table: the same figures. */
export function EarningsChart({ months, currency }: { months: readonly Month[]; currency: string }) {
  const [isTable, setIsTable] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  // By default the newest month with money, or the current one.
  const shown =
    months.find(({ month }) => month === chosen) ?? months.findLast(({ gross }) => gross > 0) ?? months.at(-1)

  if (months.every(({ gross }) => gross === 0))
    return <p className="text-ink-soft">{texts.empty(months.length)}</p>

  return (
    <>
      <div className="flex flex-col items-start justify-between gap-x-6 gap-y-3 sm:flex-row">
        {shown && !isTable ? (
          // The same height for every month, or the chart would move under the pointer.
          <div className="min-h-18 tabular-nums">
            <p className="text-sm text-ink-faint">{formatMonth(shown.month)}</p>
            <p className="mt-0.5 font-semibold">{texts.yours(formatDollars(shown.net, currency))}</p>
            <p className="text-sm text-ink-soft">
              {texts.parts(formatDollars(shown.gross, currency), formatDollars(shown.fee, currency))}
            </p>
          </div>
        ) : (
          <p className="text-sm text-ink-faint">{texts.span(months.length)}</p>
        )}
        <Button size="small" className="shrink-0" onClick={() => setIsTable(!isTable)}>
          {isTable ? texts.showChart : texts.showTable}
        </Button>
      </div>
      {isTable ? (
        <EarningsTable months={months} currency={currency} />
      ) : (
        <Bars months={months} currency={currency} chosen={shown?.month ?? null} onChoose={setChosen} />
      )}
    </>
  )
}
