import { CircleAlert, CircleCheck, CircleDashed, CircleEllipsis } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { getMoneyChecks } from '#contract/console/calls.ts'
import type { MONEY_PLACES } from '#contract/console/money-checks.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars, formatExactDollars } from '#contract/money.ts'
import { useQuery } from '#web/api/queries.ts'
import { When } from '#web/features/time/when.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'

import { Rows, StaffPlace } from '../parts/list.tsx'
import { Loaded } from '../parts/record.tsx'
import { moneyTexts as texts } from './messages.ts'

type MoneyCheck = OutputOf<typeof getMoneyChecks>['checks'][number]
type Found = MoneyCheck['findings'][number]

const LOOKS = {
  right: { tone: 'good', Icon: CircleCheck },
  unchecked: { tone: 'warn', Icon: CircleEllipsis },
  none: { tone: 'neutral', Icon: CircleDashed },
} as const satisfies Record<string, { tone: BadgeTone; Icon: typeof CircleCheck }>

const PATHS: Record<(typeof MONEY_PLACES)[number], (id: string) => string> = {
  payment: (id) => `/staff/payments/${id}`,
  dispute: (id) => `/staff/disputes/${id}`,
  person: (id) => `/staff/people/${id}`,
  // Neither has a page of its own: those that wait are few.
  payout: () => '/staff/payouts',
  event: () => '/staff/events',
}

/** Whether the books are right, check by check; what is wrong comes first, with what to do about it. */
export function MoneyScreen() {
  const found = useQuery(getMoneyChecks, {})
  return (
    <StaffPlace title={texts.title} subtitle={texts.subtitle}>
      <Loaded found={found}>{({ checks }) => <Checks checks={checks} />}</Loaded>
    </StaffPlace>
  )
}

function Checks({ checks }: OutputOf<typeof getMoneyChecks>) {
  const wrong = checks.filter(({ state }) => state === 'wrong')
  const isUnchecked = checks.every(({ state }) => state === 'unchecked' || state === 'none')
  return (
    <>
      {wrong.length > 0 ? (
        <Banner tone="bad" title={texts.wrong(wrong.length)}>
          {texts.wrongHelp}
        </Banner>
      ) : isUnchecked ? (
        <Banner tone="info" title={texts.unchecked}>
          {texts.uncheckedHelp}
        </Banner>
      ) : (
        <Banner tone="good" title={texts.allRight} />
      )}
      {wrong.length > 0 && (
        <section className="mt-8">
          <h2 className="font-display text-xl">{texts.wrongChecks}</h2>
          <ul className="mt-4 space-y-4">
            {wrong.map((check) => (
              <WrongCheck key={check.name} check={check} />
            ))}
          </ul>
        </section>
      )}
      <section className="mt-6">
        <h2 className={wrong.length > 0 ? 'font-display text-xl' : 'sr-only'}>{texts.otherChecks}</h2>
        <div className="mt-4">
          <Rows>
            {checks
              .filter(({ state }) => state !== 'wrong')
              .map((check) => (
                <CheckRow key={check.name} check={check} />
              ))}
          </Rows>
        </div>
      </section>
    </>
  )
}

/** A check that found something: how much, since when, what to do, and the rows. */
function WrongCheck({ check }: { check: MoneyCheck }) {
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

function Figure({ label, children }: { label: string; children: ReactNode }) {
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

/** A check with nothing wrong: what it holds, and when somebody looked. */
function CheckRow({ check: { name, state, ...when } }: { check: MoneyCheck }) {
  if (state === 'wrong') return null
  const { tone, Icon } = LOOKS[state]
  const { title, rule } = texts.checks[name]
  return (
    <li className="px-4 py-4 sm:px-5">
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 font-semibold">{title}</h3>
        <div className="shrink-0">
          <Badge tone={tone} icon={<Icon />}>
            {texts.states[state]}
          </Badge>
        </div>
      </div>
      <p className="mt-1 max-w-reading text-base text-ink-soft">{rule}</p>
      {state !== 'none' && <Looked {...when} />}
    </li>
  )
}

/** When it was looked at last, and when all there was had been. */
function Looked({ checkedAt, wholeAt }: Pick<MoneyCheck, 'checkedAt' | 'wholeAt'>) {
  if (checkedAt === null) return null
  return (
    <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-faint">
      <div className="flex gap-1.5">
        <dt>{texts.checkedAt}</dt>
        <dd>
          <When moment={checkedAt} />
        </dd>
      </div>
      <div className="flex gap-1.5">
        <dt>{texts.wholeAt}</dt>
        <dd>{wholeAt === null ? texts.notWhole : <When moment={wholeAt} />}</dd>
      </div>
    </dl>
  )
}
