import { useState } from 'react'

import { getCohorts } from '#contract/analytics/calls.ts'
import { formatShortMonth } from '#contract/dates.ts'
import type { Currency } from '#contract/money.ts'
import { useQuery } from '#web/api/queries.ts'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'

import { insightsTexts } from './messages.ts'
import { CELL, HEAD_CELL, Part, Table, Waiting } from './part.tsx'
import { percent } from './percent.ts'

const texts = insightsTexts.cohorts
const MEASURES = ['members', 'income'] as const

/** Retention by the month people joined in; deeper green where more stayed, with the figure in every cell. */
export function Cohorts({ currency }: { currency: Currency }) {
  const cohorts = useQuery(getCohorts, { currency })
  const [measure, setMeasure] = useState<(typeof MEASURES)[number]>('members')
  const { data } = cohorts
  const months = Math.max(0, ...(data ?? []).map(({ members }) => members.length))
  return (
    <Part
      title={texts.title}
      how={texts.how}
      action={
        data &&
        data.length > 0 && (
          <SegmentedToggle
            label={texts.measure.label}
            value={measure}
            segments={MEASURES.map((value) => ({ value, label: texts.measure[value] }))}
            onChange={setMeasure}
          />
        )
      }
    >
      {!data ? (
        <Waiting query={cohorts} failed={texts.failed} />
      ) : data.length === 0 ? (
        <p className="text-ink-soft">{texts.none}</p>
      ) : (
        <Table label={texts.title}>
          <thead>
            <tr className="border-b border-line text-ink-faint">
              <th scope="col" className={HEAD_CELL}>
                {texts.month}
              </th>
              <th scope="col" className={HEAD_CELL}>
                {texts.size}
              </th>
              {Array.from({ length: months }, (_, index) => (
                // Its words stand one below the other where the last months would be cut.
                <th key={texts.after(index)} scope="col" className={`${HEAD_CELL} max-sm:whitespace-normal`}>
                  {texts.after(index)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((cohort) => (
              <tr key={cohort.month} className="border-b border-line">
                <th scope="row" className={`${CELL} font-normal`}>
                  {formatShortMonth(cohort.month)}
                </th>
                <td className={`${CELL} text-ink-soft`}>{cohort.size}</td>
                {cohort[measure].map((rate, index) => (
                  <td key={texts.after(index)} className={CELL}>
                    <Retained rate={rate} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Part>
  )
}

function Retained({ rate }: { rate: number | null }) {
  if (rate === null)
    return (
      <>
        <span aria-hidden="true" className="text-ink-faint">
          –
        </span>
        <span className="sr-only">{texts.hidden}</span>
      </>
    )
  const tint =
    rate >= 80 ? 'bg-brand-soft text-brand font-semibold' : rate >= 50 ? 'bg-brand-soft/60' : 'bg-wash'
  return (
    <span className={`inline-block min-w-14 rounded-small px-2 py-1 text-center ${tint}`}>
      {percent(rate)}
    </span>
  )
}
