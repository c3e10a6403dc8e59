import { formatMonth } from '#contract/dates.ts'
import { CURRENCY } from '#contract/money.ts'
import { getStatements } from '#contract/payouts/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'

import { payoutTexts } from './messages.ts'
import { Section } from './section.tsx'

/** A link to each month's statement; nothing before the first payment. */
export function Statements() {
  const months = useQuery(getStatements, {})
  if (!months.data || months.data.length === 0) return null
  return (
    <Section title={payoutTexts.statements.title}>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
        {months.data.map(({ month, currency, net }) => (
          <li key={month + currency}>
            <Link
              to={`/payout/statements/${month}${currency === CURRENCY ? '' : `?currency=${currency}`}`}
              className="flex min-h-13 items-center justify-between gap-4 px-4 py-3 transition-colors duration-120 hover:bg-wash sm:px-5"
            >
              <span className="font-medium text-brand">{formatMonth(month)}</span>
              <Money
                amount={net}
                currency={currency}
                column={months.data.map((each) => ({ amount: each.net, currency: each.currency }))}
                className="text-sm text-ink-soft"
              />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
