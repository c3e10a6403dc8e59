import { columnFormat } from '#contract/money.ts'
import { Button } from '#web/ui/button.tsx'

import type { Insights } from './insight.ts'
import { insightsTexts } from './messages.ts'
import { Part } from './part.tsx'

const texts = insightsTexts.money

/** What the range brought, from what members paid to what is the creator's. */
export function Money({ insights: { total, currency } }: { insights: Insights }) {
  const money = columnFormat([total.gross, total.givenBack, total.fee, total.net], currency)
  const lines = [
    [texts.gross, money(total.gross)],
    [texts.givenBack, money(0 - total.givenBack)],
    [texts.fee, money(0 - total.fee)],
  ] as const
  return (
    <Part
      title={texts.title}
      how={texts.how}
      action={
        <Button size="small" to="/payout">
          {texts.seePayments}
        </Button>
      }
    >
      <dl className="tabular-nums">
        {lines.map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-4 border-b border-line py-2.5 text-ink-soft">
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 py-2.5 font-semibold">
          <dt>{texts.net}</dt>
          <dd>{money(total.net)}</dd>
        </div>
      </dl>
      {total.correction !== 0 && (
        <p className="text-sm text-ink-faint">{texts.correction(money(total.correction))}</p>
      )}
    </Part>
  )
}
