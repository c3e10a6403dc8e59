import type { ReactNode } from 'react'

import { columnFormat, formatDollars } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/features/money/money.tsx'

import type { Insights } from './insight.ts'
import { insightsTexts } from './messages.ts'
import { HowCounted } from './part.tsx'

const texts = insightsTexts.income

/** What comes in by the month, as the one number that matters first, and what it is made of. */
export function Headline({ insights: { now, total, currency } }: { insights: Insights }) {
  const { mrr, committed, atRisk, perMember, lifetimeValue } = now
  const money = columnFormat([committed, atRisk, perMember ?? 0, lifetimeValue ?? 0], currency)
  const change = total.mrr.end - total.mrr.start
  const start = formatDollars(total.mrr.start, currency)
  const signed = `${change < 0 ? '−' : '+'}${formatDollars(Math.abs(change), currency)}`
  return (
    <section aria-labelledby="income">
      <h2 id="income" className="text-sm font-medium text-ink-soft">
        {texts.title}
      </h2>
      <p className="mt-1">
        <Money amount={mrr} currency={currency} isFigure />
      </p>
      <p className="mt-1 text-sm text-ink-soft tabular-nums">
        {Math.abs(change) < 0.005 ? texts.same(start) : texts.change(signed, start)}
      </p>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-6 border-t border-line pt-6 sm:grid-cols-3 lg:grid-cols-5">
        <Figure label={texts.members} to="/studio/members" value={formatNumber(now.members)} />
        <Figure
          label={texts.committed}
          to="/studio/members?state=ending"
          value={money(committed)}
          help={now.ending === 0 ? texts.committedAll : texts.committedHelp(now.ending)}
        />
        <Figure
          label={texts.atRisk}
          to="/studio/members?state=grace"
          value={atRisk === 0 ? texts.none : money(atRisk)}
          help={texts.atRiskHelp(now.inGrace)}
        />
        <Figure
          label={texts.perMember}
          value={perMember === null ? texts.none : money(perMember)}
          help={texts.perMemberHelp}
        />
        <Figure
          label={texts.lifetime}
          value={lifetimeValue === null ? texts.tooEarly : money(lifetimeValue)}
          help={lifetimeValue === null ? texts.tooEarlyHelp : texts.lifetimeHelp}
        />
      </dl>
      <HowCounted>
        {texts.how} {texts.lifetimeHow}
      </HowCounted>
    </section>
  )
}

function Figure({ label, value, help, to }: { label: string; value: string; help?: ReactNode; to?: string }) {
  const number = <span className="block text-xl font-semibold wrap-anywhere tabular-nums">{value}</span>
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="mt-0.5">
        {to === undefined ? (
          number
        ) : (
          <Link to={to} className="rounded-small decoration-line-strong underline-offset-4 hover:underline">
            {number}
            <span className="sr-only">{insightsTexts.seeRows}</span>
          </Link>
        )}
        {help !== undefined && <span className="mt-0.5 block text-sm text-ink-faint">{help}</span>}
      </dd>
    </div>
  )
}
