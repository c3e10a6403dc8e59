import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'

import { formatDollars } from '#contract/money.ts'
import { getSubscription, getUserSubscriptions, resumeSubscription } from '#contract/subscriptions/routes.ts'
import { useMutation } from '#web/api/queries.ts'
import { formatDay } from '#web/features/relative-time/relative-time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { toast } from '#web/ui/toast.tsx'

import { planTone } from './plan-tone.ts'
import { offerOf, standingSentence, type Subscription } from './standing.ts'

export interface SubscriptionRowProps {
  subscription: Subscription
  onCancel: () => void
  /** The server took it otherwise: what is shown may be old. */
  onRefused: () => void
}

/** One creator the member supports: who, which plan, what it costs, when next, how to stop. */
export function SubscriptionRow(props: SubscriptionRowProps) {
  const { subscription } = props
  const { creatorId: creator, planId: plan, tier, category, interval, status } = subscription
  const [nowMs] = useState(() => Date.now())
  const sentence = standingSentence(subscription, nowMs)
  const isTroubled = status === 'past_due' || status === 'paused'
  return (
    <li className="relative p-4 transition-colors duration-120 first:rounded-t-card last:rounded-b-card hover:bg-wash sm:p-5">
      <div className="flex items-start gap-4">
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
          <p className="mt-0.5 text-sm text-ink-faint">{category}</p>
        </div>
        <p className="shrink-0 text-right">
          <span className="block font-semibold tabular-nums">{formatDollars(plan.price)}</span>
          <span className="block text-sm text-ink-faint">{interval === 'yearly' ? 'Yearly' : 'Monthly'}</span>
        </p>
      </div>
      <div className="mt-2 flex min-h-11 items-center justify-between gap-4 sm:pl-16">
        {sentence !== null && (
          <p
            className={`flex min-w-0 items-start gap-2 text-sm ${isTroubled ? 'font-medium text-warn' : 'text-ink-soft'}`}
          >
            {isTroubled && <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
            {sentence}
          </p>
        )}
        <Offer {...props} />
      </div>
    </li>
  )
}

/** Cancelling, or taking it back. One button for both, so that it keeps the focus when one becomes the other. */
function Offer({ subscription, onCancel, onRefused }: SubscriptionRowProps) {
  const resume = useMutation(resumeSubscription, { refreshes: [getUserSubscriptions, getSubscription] })
  const { _id: m2cSubscriptionId, creatorId: creator } = subscription
  const offer = offerOf(subscription)
  if (offer === null) return null

  function keep() {
    resume.mutate(
      { input: { m2cSubscriptionId } },
      {
        onSuccess: ({ status, accessUntil }) =>
          toast.success(`Your membership of ${creator.pageName} goes on.`, {
            ...(status === 'active' &&
              accessUntil !== null && { description: `It renews on ${formatDay(accessUntil)}.` }),
          }),
        onError({ message }) {
          toast.error(message)
          onRefused()
        },
      },
    )
  }

  return (
    <Button
      variant={offer === 'cancel' ? 'quiet' : 'secondary'}
      size="small"
      isLoading={resume.isPending}
      onClick={offer === 'cancel' ? onCancel : keep}
      className={offer === 'cancel' ? 'relative -mr-3 ml-auto shrink-0' : 'relative ml-auto shrink-0'}
    >
      {offer === 'cancel' ? 'Cancel' : 'Keep my membership'}
      <span className="sr-only">
        {offer === 'cancel' ? ' your membership of ' : ' of '}
        {creator.pageName}
      </span>
    </Button>
  )
}
