import { formatMonth, formatShortMonth } from '#contract/dates.ts'
import { columnFormat } from '#contract/money.ts'

import { earningsChartTexts as texts } from './messages.ts'
import type { Month } from './month.ts'

const AMOUNTS = ['gross', 'fee', 'net'] as const

/** The chart's figures, newest month first, with their sums. */
export function EarningsTable({ months, currency }: { months: readonly Month[]; currency: string }) {
  const money = columnFormat(
    months.flatMap((month) => AMOUNTS.map((key) => month[key])),
    currency,
  )
  return (
    // Large amounts on a narrow screen scroll here instead of the whole page; focusable for people without a mouse.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={texts.table} tabIndex={0} className="mt-4 overflow-x-auto">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{texts.tableCaption}</caption>
        <thead>
          <tr className="border-b border-line text-start text-ink-faint">
            <th scope="col" className="py-2 pe-3 font-medium">
              {texts.columns.month}
            </th>
            {AMOUNTS.map((key) => (
              <th key={key} scope="col" className="py-2 ps-2 text-end font-medium sm:ps-3">
                {texts.columns[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((month) => (
            <tr
              key={month.month}
              className={`border-b border-line ${month.gross === 0 ? 'text-ink-faint' : ''}`}
            >
              <th scope="row" className="py-2.5 pe-2 text-start font-normal whitespace-nowrap">
                <span className="max-sm:hidden">{formatMonth(month.month)}</span>
                <span className="sm:hidden">{formatShortMonth(month.month)}</span>
              </th>
              {AMOUNTS.map((key) => (
                <td key={key} className="py-2.5 ps-2 text-end sm:ps-3 whitespace-nowrap">
                  {money(month[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="py-2.5 pe-3 text-start">
              {texts.sum}
            </th>
            {AMOUNTS.map((key) => (
              <td key={key} className="py-2.5 ps-2 text-end sm:ps-3 whitespace-nowrap">
                {money(months.reduce((sum, month) => sum + month[key], 0))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
