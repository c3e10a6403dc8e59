import { Link } from 'react-router'

import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import type { getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { formatDay } from '#web/features/relative-time/relative-time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'

import { planTone } from './plan-tone.ts'

type Subscription = OutputOf<typeof getUserSubscriptions>[number]

/** One creator the member supports: who, which plan, what it costs, how long it lasts. */
export function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const { creatorId: creator, planId: plan, tier, category, interval } = subscription
  const until = accessSentence(subscription)
  return (
    <li className="relative flex items-center gap-4 p-4 transition-colors duration-120 first:rounded-t-card last:rounded-b-card hover:bg-wash sm:p-5">
      <Avatar name={creator.pageName} handle={creator.pageHandle} src={creator.profileImage} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <h3 className="min-w-0 font-semibold wrap-break-word">
            <Link to={`/${creator.pageHandle}`} className="after:absolute after:inset-0">
              {creator.pageName}
            </Link>
          </h3>
          <Badge tone={planTone(tier)}>{plan.name}</Badge>
        </div>
        <p className="mt-1 text-sm text-ink-faint">
          <span>{category}</span>
          {until && (
            <>
              <span aria-hidden="true" className="hidden sm:inline">
                {' '}
                ·{' '}
              </span>
              <span className="block sm:inline">{until}</span>
            </>
          )}
        </p>
      </div>
      <p className="shrink-0 text-right">
        <span className="block font-semibold tabular-nums">{formatDollars(plan.price)}</span>
        <span className="block text-sm text-ink-faint">{interval === 'yearly' ? 'Yearly' : 'Monthly'}</span>
      </p>
    </li>
  )
}

function accessSentence({ status, accessUntil, cancelAtPeriodEnd }: Subscription): string | null {
  if (status === 'past_due') return 'The last payment failed; we are trying again'
  if (accessUntil === null) return null
  const day = formatDay(accessUntil)
  const isEnding = cancelAtPeriodEnd || status === 'canceled' || status === 'expired'
  return isEnding ? `Ends on ${day}` : `Paid until ${day}`
}
