import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'

import { standingSentence, type Subscription } from '#web/features/membership-standing/standing.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Amount, Money } from '#web/features/money/money.tsx'

import { subscriptionsTexts } from './messages.ts'
import { NewPrice } from './new-price.tsx'
import { RowActions } from './row-actions.tsx'

/** The spec's colours for this list (posts have others), by the plan's name in lower case. */
const TONES: ReadonlyMap<string, BadgeTone> = new Map([
  ['free', 'green'],
  ['buzzed', 'green'],
  ['tipsy', 'blue'],
  ['drunk', 'purple'],
])

/** A plan's badge colour in the subscriptions list; grey for creators' own names. */
export function planTone(tier: string): BadgeTone {
  return TONES.get(tier) ?? 'grey'
}

export interface SubscriptionRowProps {
  subscription: Subscription
  /** Of all rows of the list. */
  prices: readonly Amount[]
  onCancel: () => void
  /** The server disagreed: the data on screen may be outdated. */
  onRefused: () => void
}

/** One creator the member supports: name, plan, price, next payment, and how to stop. */
export function SubscriptionRow(props: SubscriptionRowProps) {
  const { subscription, prices } = props
  const { creatorId: creator, planId: plan, tier, interval, status } = subscription
  const [nowMs] = useState(() => Date.now())
  const sentence = standingSentence(subscription, nowMs)
  const isTroubled = creator.isAvailable && (status === 'past_due' || status === 'paused')
  return (
    <li className="relative p-4 transition-colors duration-120 first:rounded-t-card last:rounded-b-card hover:bg-wash sm:p-5">
      <div className="flex items-start gap-4">
        <Avatar name={creator.pageName} handle={creator.pageHandle} src={creator.profileImage} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <h3 className="min-w-0 font-semibold wrap-break-word">
              {creator.isAvailable ? (
                <Link to={`/${creator.pageHandle}`} className="after:absolute after:inset-0">
                  {creator.pageName}
                </Link>
              ) : (
                creator.pageName
              )}
            </h3>
            <Badge tone={planTone(tier)}>{plan.name}</Badge>
            {!creator.isAvailable && <Badge tone="neutral">{subscriptionsTexts.unavailable}</Badge>}
          </div>
          <p className="mt-0.5 text-sm text-ink-faint">{subscriptionsTexts.list.category}</p>
        </div>
        <p className="shrink-0 text-end">
          <Money
            amount={plan.price}
            currency={plan.currency}
            column={prices}
            className="block font-semibold"
          />
          <span className="block text-sm text-ink-faint">{subscriptionsTexts.intervals[interval]}</span>
        </p>
      </div>
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:ps-16">
        {sentence !== null && (
          <p
            className={`flex min-w-0 items-start gap-2 text-sm ${isTroubled ? 'font-medium text-warn' : 'text-ink-soft'}`}
          >
            {isTroubled && <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
            {sentence}
          </p>
        )}
        <RowActions {...props} />
      </div>
      {subscription.upi !== null && (
        <p className="text-sm text-ink-faint sm:ps-16">{subscriptionsTexts.upi(subscription.upi)}</p>
      )}
      {subscription.isCardIndian && (
        <p className="text-sm text-ink-faint sm:ps-16">{subscriptionsTexts.indianCard}</p>
      )}
      <NewPrice subscription={subscription} onLeave={props.onCancel} />
    </li>
  )
}
