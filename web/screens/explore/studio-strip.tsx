import { ChevronRight, House } from 'lucide-react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import { getEarnings } from '#contract/payouts/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { Link } from '#web/ui/link.tsx'

import { exploreTexts } from './messages.ts'

const texts = exploreTexts.studio

/** One line that says how a creator's page does, and leads to their own home. */
export function StudioStrip() {
  const isCreator = useQuery(getLoggedInUser, {}).data?.user.isCreator === true
  const earnings = useQuery(getEarnings, {}, { isEnabled: isCreator }).data
  if (!isCreator) return null
  return (
    <Link
      to="/studio"
      className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-small text-sm font-medium text-brand hover:underline"
    >
      <House aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 truncate tabular-nums">
        {texts.open}
        {earnings && (
          <span className="font-normal text-ink-soft">
            <span aria-hidden="true"> · </span>
            {texts.earned(thisMonth(earnings))}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 rtl:-scale-x-100" />
    </Link>
  )
}

/** A page that earns rupees alone is told of those. */
function thisMonth({ months, rupees, currency }: OutputOf<typeof getEarnings>): string {
  const isInRupees = rupees && months.every(({ gross }) => gross === 0)
  return isInRupees
    ? formatDollars(rupees.at(-1)?.net ?? 0, 'INR')
    : formatDollars(months.at(-1)?.net ?? 0, currency)
}
