import { columnFormat } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'

import type { Insights } from './insight.ts'
import { insightsTexts } from './messages.ts'
import { CELL, HEAD_CELL, Part, Table } from './part.tsx'

const texts = insightsTexts.plans

export function Plans({ insights: { plans, currency, now } }: { insights: Insights }) {
  const money = columnFormat(
    plans.map(({ mrr }) => mrr),
    currency,
  )
  return (
    <Part title={texts.title} how={texts.how}>
      {plans.length === 0 ? (
        <p className="text-ink-soft">{texts.none}</p>
      ) : (
        <Table label={texts.title}>
          <thead>
            <tr className="border-b border-line text-ink-faint">
              {(['plan', 'members', 'mrr'] as const).map((key) => (
                <th key={key} scope="col" className={HEAD_CELL}>
                  {texts.columns[key]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {plans.map((plan) => (
              <tr key={plan._id} className="border-b border-line">
                <th scope="row" className={`${CELL} w-full max-w-0 font-normal`}>
                  <span className="block truncate">{plan.name}</span>
                  {/* Its share of the whole, beside the figures. */}
                  <span aria-hidden="true" className="mt-1.5 block h-1 rounded-full bg-wash">
                    <span
                      className="block h-1 rounded-full bg-brand-bright"
                      style={{ width: `${now.mrr > 0 ? (plan.mrr / now.mrr) * 100 : 0}%` }}
                    />
                  </span>
                </th>
                <td className={CELL}>{formatNumber(plan.members)}</td>
                <td className={CELL}>{money(plan.mrr)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Part>
  )
}
