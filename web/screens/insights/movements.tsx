import { useState } from 'react'

import { formatShortDay, formatShortMonth } from '#contract/dates.ts'
import { columnFormat } from '#contract/money.ts'
import { Button } from '#web/ui/button.tsx'

import type { Insights } from './insight.ts'
import { insightsTexts } from './messages.ts'
import { MovementChart } from './movement-chart.tsx'
import { CELL, HEAD_CELL, Part, Table } from './part.tsx'

const texts = insightsTexts.movements
const AMOUNTS = ['start', 'new', 'returned', 'up', 'down', 'lost', 'end'] as const

/** How income moved, as bars above and below a line, or as a table of the same figures. */
export function Movements({ insights }: { insights: Insights }) {
  const [isTable, setIsTable] = useState(false)
  const { points, currency, total } = insights
  const money = columnFormat(
    points.flatMap(({ mrr }) => AMOUNTS.map((key) => mrr[key])),
    currency,
  )
  const moved = total.mrr.new + total.mrr.returned + total.mrr.up + total.mrr.down + total.mrr.lost
  return (
    <Part
      title={texts.title}
      how={texts.how}
      action={
        moved > 0 && (
          <Button size="small" onClick={() => setIsTable(!isTable)}>
            {isTable ? texts.showChart : texts.showTable}
          </Button>
        )
      }
    >
      {moved === 0 ? (
        <p className="text-ink-soft">{texts.none}</p>
      ) : isTable ? (
        <Table label={texts.table}>
          <thead>
            <tr className="border-b border-line text-ink-faint">
              <th scope="col" className={HEAD_CELL}>
                {texts.columns.when}
              </th>
              {AMOUNTS.map((key) => (
                <th key={key} scope="col" className={HEAD_CELL}>
                  {texts.columns[key]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ from, mrr }) => (
              <tr key={from} className="border-b border-line">
                <th scope="row" className={`${CELL} font-normal`}>
                  {nameOf(from, points.length)}
                </th>
                {AMOUNTS.map((key) => (
                  <td key={key} className={`${CELL} ${mrr[key] === 0 ? 'text-ink-faint' : ''}`}>
                    {money(mrr[key])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      ) : (
        <MovementChart points={points} currency={currency} nameOf={(from) => nameOf(from, points.length)} />
      )}
    </Part>
  )
}

/** Thirteen parts or so are months of a year or weeks of a quarter; weeks begin on some day within a month. */
function nameOf(from: string, parts: number): string {
  return parts <= 13 && from.endsWith('-01')
    ? formatShortMonth(from.slice(0, 7))
    : formatShortDay(`${from}T12:00:00Z`)
}
