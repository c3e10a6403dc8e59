import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'

import { formatMonth } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { conventionsOf } from '#contract/locale.ts'
import { centsFromWire, CURRENCIES, CURRENCY, formatCents, formatDollars } from '#contract/money.ts'
import type { getBillingOverview } from '#contract/subscriptions/calls.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { dayText } from '#web/features/time/when-text.ts'
import { Money } from '#web/features/money/money.tsx'

import { subscriptionsTexts } from './messages.ts'

const texts = subscriptionsTexts.calendar

export type Charge = OutputOf<typeof getBillingOverview>['charges'][number]

const weekdays = (['long', 'short'] as const).map(
  (weekday) => new Intl.DateTimeFormat(conventionsOf().dates, { weekday, timeZone: 'UTC' }),
)
// 1 January 2024 was a Monday.
const WEEKDAYS = Array.from({ length: 7 }, (_, index) =>
  weekdays.map((format) => format.format(Date.UTC(2024, 0, 1 + index))),
)
const MONTHS_AHEAD = 11

/** A month with the days of its charges, and the charges below. Starts at the month of the next charge. */
export function ChargeCalendar({ charges }: { charges: readonly Charge[] }) {
  const headingId = useId()
  const first = monthOf(new Date(charges[0]?.at ?? 0))
  const [ahead, setAhead] = useState(0)
  const month = monthOf(first, ahead)
  const ofMonth = charges.filter(({ at }) => monthOf(new Date(at)).getTime() === month.getTime())
  const byDay = Map.groupBy(ofMonth, ({ at }) => dayKey(at))
  const totals = CURRENCIES.map((currency) => {
    const own = ofMonth.filter((charge) => charge.currency === currency)
    return { currency, cents: own.reduce((sum, { amount }) => sum + centsFromWire(amount), 0) }
  }).filter(({ currency, cents }) => cents > 0 || (currency === CURRENCY && ofMonth.length === 0))

  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <h3 id={headingId} className="flex flex-wrap gap-x-2 font-semibold" aria-live="polite">
          <span>{formatMonth(month)}</span>{' '}
          <span className="font-normal text-ink-faint tabular-nums">
            {totals.map(({ cents, currency }) => formatCents(cents, currency)).join(' + ')}
          </span>
        </h3>
        <span className="-me-2 flex">
          <IconButton
            label={texts.monthBefore}
            icon={<ChevronLeft aria-hidden="true" />}
            disabled={ahead === 0}
            onClick={() => setAhead(ahead - 1)}
          />
          <IconButton
            label={texts.nextMonth}
            icon={<ChevronRight aria-hidden="true" />}
            disabled={ahead === MONTHS_AHEAD}
            onClick={() => setAhead(ahead + 1)}
          />
        </span>
      </div>
      <table aria-labelledby={headingId} className="mt-2 w-full table-fixed text-center text-sm tabular-nums">
        <thead>
          <tr>
            {WEEKDAYS.map(([name, short]) => (
              <th key={name} scope="col" abbr={name} className="h-8 font-medium text-ink-faint">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]?.key}>
              {week.map(({ key, day, isInMonth }) => {
                const due = byDay.get(key)
                return (
                  <td key={key} className="h-10 p-0.5">
                    {isInMonth && (
                      <span
                        className={`mx-auto grid size-9 place-items-center rounded-full ${due ? 'bg-brand font-semibold text-brand-ink' : 'text-ink-soft'}`}
                      >
                        {due ? <RichText text={texts.dayWithCharges(day, due.map(sentence))} /> : day}
                      </span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {ofMonth.map((charge) => (
          <li key={charge.m2cSubscriptionId + charge.at} className="flex items-baseline gap-4 py-3 text-sm">
            <span className="min-w-0 flex-1 wrap-break-word">
              <span className="font-medium">{charge.pageName}</span>{' '}
              <span className="text-ink-faint">{texts.planAndDay(charge.planName, dayText(charge.at))}</span>
            </span>
            <Money
              amount={charge.amount}
              currency={charge.currency}
              column={ofMonth}
              className="shrink-0 font-semibold"
            />
          </li>
        ))}
        {ofMonth.length === 0 && <li className="py-3 text-sm text-ink-faint">{texts.nothing}</li>}
      </ul>
    </div>
  )
}

function sentence({ pageName, amount, currency }: Charge): string {
  return texts.charge(formatDollars(amount, currency), pageName)
}

interface CalendarDay {
  /** "2026-03-14" */
  key: string
  day: number
  isInMonth: boolean
}

/** The first moment of a moment's month, shifted by whole months, in UTC. */
export function monthOf(moment: Date, plusMonths = 0): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + plusMonths, 1))
}

/** A month's weeks, Monday first, filled up with the days around it. */
export function weeksOf(month: Date): CalendarDay[][] {
  const daysBefore = (month.getUTCDay() + 6) % 7
  const weeks: CalendarDay[][] = []
  for (let offset = -daysBefore; weeks.length < 6; offset += 7) {
    const week = Array.from({ length: 7 }, (_, index) => {
      const date = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1 + offset + index))
      return {
        key: dayKey(date.toISOString()),
        day: date.getUTCDate(),
        isInMonth: date.getUTCMonth() === month.getUTCMonth(),
      }
    })
    if (!week.some(({ isInMonth }) => isInMonth)) break
    weeks.push(week)
  }
  return weeks
}

/** The UTC day of a moment on the wire: "2026-03-14". */
export function dayKey(moment: string): string {
  return moment.slice(0, 10)
}
