import { CircleAlert } from 'lucide-react'
import { useId } from 'react'

import type { MONEY_PLACES } from '#contract/console/money-checks.ts'
import { formatDollars, formatExactDollars } from '#contract/money.ts'
import { When } from '#web/features/time/when.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'

import { Looked, type MoneyCheck } from './check-row.tsx'
import { moneyTexts as texts } from './messages.ts'

type Found = MoneyCheck['findings'][number]

const PATHS: Record<(typeof MONEY_PLACES)[number], (id: string) => string> = {
  payment: (id) => `/staff/payments/${id}`,
  dispute: (id) => `/staff/disputes/${id}`,
  person: (id) => `/staff/people/${id}`,
  // Neither has a page of its own: those that wait are few.
  payout: () => '/staff/payouts',
  event: () => '/staff/events',
}

/** A check that found something: how much, since when, what to do, and the rows. */
export function WrongCheck({ check }: { check: MoneyCheck }) {
  const { name, since, count, differences, findings } = check
  const { title, rule, remedy } = texts.checks[name]
  const id = useId()
  return (
    <Card as="li" padding="large">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 id={id} className="font-display text-lg">
          {title}
        </h3>
        <Badge tone="bad" icon={<CircleAlert />}>
          {texts.states.wrong}
        </Badge>
      </div>
      <p className="mt-1 max-w-reading text-base text-ink-soft">{rule}</p>
      <dl className="mt-5 grid gap-x-8 gap-y-3 sm:grid-cols-3">
        {since !== null && (
          <Figure label={texts.since}>
            <When moment={since} />
          </Figure>
        )}
        <Figure label={texts.rows}>{texts.many(count)}</Figure>
        {differences.length > 0 && (
          <Figure label={texts.difference}>
            {differences.map(({ currency, amount }) => (
              <span key={currency} className="block">
                {formatDollars(amount, currency)}
              </span>
            ))}
          </Figure>
        )}
      </dl>
      <div className="mt-5 rounded-control bg-warn-soft px-4 py-3">
        <p className="font-semibold">{texts.remedy}</p>
        <p className="mt-1 max-w-reading text-base">{remedy}</p>
      </div>
      <ul aria-labelledby={id} className="mt-5 divide-y divide-line border-y border-line">
        {findings.map((found) => (
          <FindingRow
            key={`${found.problem} ${found.place?._id} ${found.subject} ${found.currency}`}
            found={found}
          />
        ))}
      </ul>
      {count > findings.length && (
        <p className="mt-2 text-sm text-ink-faint">{texts.shown(findings.length, count)}</p>
      )}
      <Looked {...check} />
    </Card>
  )
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-faint">{label}</dt>
      <dd className="mt-0.5 text-lg font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

function FindingRow({ found: { problem, subject, currency, difference, since, place } }: { found: Found }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-60">
        {place ? (
          <Link
            to={PATHS[place.kind](place._id)}
            className="inline-flex min-h-11 items-center font-medium wrap-anywhere text-brand underline-offset-3 hover:underline"
          >
            {subject}
          </Link>
        ) : (
          <p className="font-medium wrap-anywhere">{subject}</p>
        )}
        <p className="text-sm text-ink-soft">{texts.problems[problem]}</p>
      </div>
      <When moment={since} className="text-sm text-ink-faint" />
      {currency !== null && (
        <p className="min-w-24 text-end font-medium tabular-nums">
          {formatExactDollars(difference, currency)}
        </p>
      )}
    </li>
  )
}
