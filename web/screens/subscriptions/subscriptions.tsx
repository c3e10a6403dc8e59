import { Heart } from 'lucide-react'
import { useId, useState } from 'react'

import { getUserSubscriptions } from '#contract/subscriptions/routes.ts'
import { useQuery } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { CancelDialog } from './cancel-dialog.tsx'
import { ControlRoom } from './control-room.tsx'
import { subscriptionsTexts as texts } from './messages.ts'
import type { Subscription } from './standing.ts'
import { SubscriptionRow } from './subscription-row.tsx'

export function SubscriptionsScreen() {
  const headingId = useId()
  return (
    <div className="mx-auto max-w-reading px-4 pt-8 pb-20 sm:px-6 lg:px-10 lg:pt-12">
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <section aria-labelledby={headingId} className="mt-10">
        <h2 id={headingId} className="font-display text-xl">
          {texts.list.title}
        </h2>
        <p className="mt-0.5 text-sm text-ink-faint">{texts.list.note}</p>
        <div className="mt-5">
          <Subscriptions />
        </div>
      </section>
      <div className="mt-12">
        <ControlRoom />
      </div>
    </div>
  )
}

function Subscriptions() {
  const subscriptions = useQuery(getUserSubscriptions, {})
  const [canceling, setCanceling] = useState<Subscription | null>(null)
  const reload = () => void subscriptions.refetch()

  if (!subscriptions.data) {
    if (subscriptions.isError)
      return (
        <ErrorState title={texts.list.notLoaded} onRetry={reload} isRetrying={subscriptions.isFetching}>
          <p>{subscriptions.error.message}</p>
          <p>{texts.list.nothingChanged}</p>
        </ErrorState>
      )
    return <SkeletonList label={texts.list.loading} />
  }

  if (subscriptions.data.length === 0)
    return (
      <EmptyState
        icon={<Heart />}
        title={texts.list.none}
        action={
          <Button variant="primary" to="/explore">
            {texts.list.explore}
          </Button>
        }
      >
        {texts.list.noneAdvice}
      </EmptyState>
    )

  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
        {subscriptions.data.map((subscription) => (
          <SubscriptionRow
            key={subscription._id}
            subscription={subscription}
            onCancel={() => setCanceling(subscription)}
            onRefused={reload}
          />
        ))}
      </ul>
      <CancelDialog subscription={canceling} onClose={() => setCanceling(null)} onRefused={reload} />
    </>
  )
}
