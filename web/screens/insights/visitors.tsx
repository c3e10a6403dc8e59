import { getVisitors } from '#contract/analytics/calls.ts'
import { formatShortDay } from '#contract/dates.ts'
import { formatNumber } from '#contract/numbers.ts'
import { useQuery } from '#web/api/queries.ts'

import type { Days } from './insight.ts'
import { insightsTexts } from './messages.ts'
import { CELL, HEAD_CELL, Part, Table, Waiting } from './part.tsx'
import { percent } from './percent.ts'

const texts = insightsTexts.visitors
const COLUMNS = ['day', 'visitors', 'joined', 'conversion'] as const
const SOURCES_SHOWN = 8

/** Visitors by day, how many of them joined, and where they came from. */
export function Visitors({ range }: { range: Days }) {
  const visitors = useQuery(getVisitors, range)
  const { data } = visitors
  const busiest = data?.days.reduce((most, day) => (day.visitors > most.visitors ? day : most), {
    day: '',
    visitors: 0,
  })
  const dayName = (day: string) => formatShortDay(`${day}T12:00:00Z`)
  return (
    <Part title={texts.title} how={texts.how}>
      {!data || !busiest ? (
        <Waiting query={visitors} failed={texts.failed} />
      ) : busiest.visitors === 0 ? (
        <p className="text-ink-soft">{texts.none}</p>
      ) : (
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
          <div className="min-w-0">
            <p className="mb-3 text-ink-soft">
              {texts.busiest(formatNumber(busiest.visitors), dayName(busiest.day))}
            </p>
            <div className="max-h-80 overflow-y-auto">
              <Table label={texts.chart}>
                <thead>
                  <tr className="border-b border-line text-ink-faint">
                    {COLUMNS.map((key) => (
                      <th key={key} scope="col" className={HEAD_CELL}>
                        {texts.columns[key]}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.days.toReversed().map((day) => (
                    <tr key={day.day} className="border-b border-line">
                      <th scope="row" className={`${CELL} font-normal`}>
                        {dayName(day.day)}
                      </th>
                      <td className={CELL}>
                        <span className="inline-flex items-center gap-3">
                          <span
                            aria-hidden="true"
                            className="hidden h-1.5 w-24 rounded-full bg-wash sm:block"
                          >
                            <span
                              className="block h-1.5 rounded-full bg-brand-bright"
                              style={{ width: `${(day.visitors / busiest.visitors) * 100}%` }}
                            />
                          </span>
                          {formatNumber(day.visitors)}
                        </span>
                      </td>
                      <td className={CELL}>{formatNumber(day.joined)}</td>
                      <td className={CELL}>{day.conversion === null ? '–' : percent(day.conversion)}</td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </div>
          </div>
          <div className="min-w-0">
            <h3 className="text-sm font-medium text-ink-soft">{texts.sources}</h3>
            <ul className="mt-3 divide-y divide-line border-y border-line">
              {data.sources.slice(0, SOURCES_SHOWN).map(({ host, visits }) => (
                <li key={host} className="flex justify-between gap-4 py-2.5">
                  <span className="min-w-0 wrap-anywhere">{host === '' ? texts.direct : host}</span>
                  <span className="shrink-0 tabular-nums">{formatNumber(visits)}</span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </Part>
  )
}
