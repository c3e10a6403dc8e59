import { useState } from 'react'

import { getMovements } from '#contract/analytics/calls.ts'
import { type Currency, formatDollars } from '#contract/money.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Select } from '#web/ui/select.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import type { Days } from './insight.ts'
import { insightsTexts } from './messages.ts'
import { Part, Waiting } from './part.tsx'

const texts = insightsTexts.rows
const KINDS = ['new', 'returned', 'up', 'down', 'lost'] as const
type Kind = (typeof KINDS)[number]

/** A glance at the newest; the rest on demand. */
const SHOWN = 6

/** The memberships behind the changes of income; each leads to its member. */
export function MovementRows({ range, currency }: { range: Days; currency: Currency }) {
  const [kind, setKind] = useState<Kind | null>(null)
  const list = usePages(
    getMovements,
    { ...range, currency, ...(kind !== null && { kind }), limit: SHOWN },
    (rows) => rows,
  )
  return (
    <Part
      title={texts.title}
      how={insightsTexts.movements.how}
      action={
        <Select
          label={texts.label}
          isLabelHidden
          className="w-fit max-w-full min-w-36"
          value={kind ?? ''}
          options={[
            { value: '', label: texts.all },
            ...KINDS.map((value) => ({ value, label: texts.kinds[value] })),
          ]}
          onChange={({ target }) => setKind(KINDS.find((known) => known === target.value) ?? null)}
        />
      }
    >
      {!list.rows ? (
        <Waiting query={{ ...list, isError: list.error !== null }} failed={texts.failed} />
      ) : list.rows.length === 0 ? (
        <p className="text-ink-soft">{texts.none}</p>
      ) : (
        <>
          <ul className="divide-y divide-line border-y border-line">
            {list.rows.map((row) => (
              <li key={row._id}>
                <Link
                  to={`/studio/members?member=${row.subscriptionId}`}
                  className="flex min-h-13 items-center justify-between gap-4 py-2.5 transition-colors duration-120 hover:bg-wash"
                >
                  <span className="min-w-0">
                    <span dir="auto" className="block font-medium wrap-anywhere">
                      {row.member.name}
                    </span>
                    <span className="block text-sm text-ink-faint">
                      {texts.kinds[row.kind]} · {row.plan.name} · {dayText(row.at)}
                    </span>
                  </span>
                  <span
                    className={`shrink-0 font-semibold tabular-nums ${row.amount < 0 ? 'text-bad' : 'text-good'}`}
                  >
                    {row.amount < 0 ? '−' : '+'}
                    {formatDollars(Math.abs(row.amount), row.currency)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          {list.hasMore && (
            <Button
              className="mt-4"
              size="small"
              isLoading={list.moreState === 'loading'}
              onClick={list.showMore}
            >
              {texts.showMore}
            </Button>
          )}
        </>
      )}
    </Part>
  )
}
