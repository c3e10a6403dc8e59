import { formatDollars } from '#contract/money.ts'

import type { Month } from './earnings-chart.tsx'
import { nameMonth } from './scale.ts'

const AMOUNTS = [
  ['gross', 'Paid'],
  ['fee', 'Platform fee'],
  ['net', 'Yours'],
] as const

/** The chart's figures, the newest month first, with their sums. */
export function EarningsTable({ months }: { months: readonly Month[] }) {
  return (
    // Large amounts on a narrow screen scroll here rather than the whole page; the focus is for those without a mouse.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label="Earnings by month" tabIndex={0} className="mt-4 overflow-x-auto">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">Earnings by month, the newest first</caption>
        <thead>
          <tr className="border-b border-line text-left text-ink-faint">
            <th scope="col" className="py-2 pr-3 font-medium">
              Month
            </th>
            {AMOUNTS.map(([key, label]) => (
              <th key={key} scope="col" className="py-2 pl-3 text-right font-medium">
                {label}
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
              <th scope="row" className="py-2.5 pr-3 text-left font-normal whitespace-nowrap">
                {nameMonth(month.month, 'long')}
              </th>
              {AMOUNTS.map(([key]) => (
                <td key={key} className="py-2.5 pl-3 text-right whitespace-nowrap">
                  {formatDollars(month[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="py-2.5 pr-3 text-left">
              Together
            </th>
            {AMOUNTS.map(([key]) => (
              <td key={key} className="py-2.5 pl-3 text-right whitespace-nowrap">
                {formatDollars(months.reduce((sum, month) => sum + month[key], 0))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
