import type { Insights } from './insight.ts'
import { insightsTexts } from './messages.ts'
import { HowCounted, Part } from './part.tsx'
import { percent } from './percent.ts'

const texts = insightsTexts.churn

/** How many leave, and why. */
export function Churn({ insights: { rates, reasons } }: { insights: Insights }) {
  const figures = [
    [texts.members, rates.memberChurn],
    [texts.gross, rates.grossRevenueChurn],
    [texts.net, rates.netRevenueChurn],
  ] as const
  const most = Math.max(1, ...(reasons ?? []).map(({ people }) => people))
  return (
    <div className="grid gap-x-12 gap-y-14 lg:grid-cols-2">
      <Part title={texts.title} how={texts.how}>
        <dl className="tabular-nums">
          {figures.map(([label, rate]) => (
            <div key={label} className="flex justify-between gap-4 border-b border-line py-2.5">
              <dt className="text-ink-soft">{label}</dt>
              <dd className={rate === null ? 'text-ink-faint' : 'font-semibold'}>
                {rate === null ? texts.hidden : percent(rate)}
              </dd>
            </div>
          ))}
        </dl>
      </Part>
      <section className="min-w-0">
        <h2 className="font-display text-xl">{texts.reasons}</h2>
        {reasons === null ? (
          <p className="mt-4 text-ink-soft">{texts.noReasons}</p>
        ) : (
          <ul className="mt-4 space-y-3">
            {reasons.map(({ reason, people }) => (
              <li key={reason}>
                <span className="flex justify-between gap-4">
                  <span>{insightsTexts.reasons[reason]}</span>
                  <span className="shrink-0 text-ink-soft tabular-nums">{texts.people(people)}</span>
                </span>
                <span aria-hidden="true" className="mt-1.5 block h-1.5 rounded-full bg-wash">
                  <span
                    className="block h-1.5 rounded-full bg-line-strong"
                    style={{ width: `${(people / most) * 100}%` }}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
        <HowCounted>{texts.reasonsHow}</HowCounted>
      </section>
    </div>
  )
}
