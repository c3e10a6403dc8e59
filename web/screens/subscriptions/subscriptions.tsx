import { Heart, Settings2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

import { ACCESS } from '#contract/realtime.ts'
import {
  getBillingOverview,
  getPausedSubscriptions,
  getUserSubscriptions,
} from '#contract/subscriptions/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import type { Subscription } from '#web/features/membership-standing/standing.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { SpinnerOverScreen } from '#web/ui/spinner.tsx'

import { BillingOverview } from './billing-overview.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { subscriptionsTexts as texts } from './messages.ts'
import { SubscriptionRow } from './subscription-row.tsx'

const MEMBERSHIPS_SHOWN = [getUserSubscriptions, getPausedSubscriptions, getBillingOverview]

export function SubscriptionsScreen() {
  const subscriptions = useQuery(getUserSubscriptions, {})
  useRefreshOn(ACCESS, MEMBERSHIPS_SHOWN)
  const [canceling, setCanceling] = useState<Subscription | null>(null)
  const reload = () => void Promise.all([subscriptions.refetch(), resting.refetch()])
  const resting = useQuery(getPausedSubscriptions, {})
  const paused = resting.data ?? []
  const rows = { onCancel: setCanceling, onRefused: reload }

  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      isNarrow
      actions={
        <Link
          to="/settings?tab=memberships"
          aria-label={texts.settings}
          title={texts.settings}
          className="-me-2 grid size-11 place-items-center rounded-full text-ink-soft transition-colors duration-120 hover:bg-wash hover:text-ink"
        >
          <Settings2 aria-hidden="true" className="size-5" />
        </Link>
      }
    >
      <ListSection title={texts.list.title} note={texts.list.note}>
        {subscriptions.data ? (
          <ActiveRows subscriptions={subscriptions.data} hasPaused={paused.length > 0} {...rows} />
        ) : subscriptions.isError ? (
          <NotLoaded onRetry={reload} isRetrying={subscriptions.isFetching} />
        ) : (
          <>
            <SpinnerOverScreen />
            <SkeletonList label={texts.list.loading} />
          </>
        )}
      </ListSection>
      {/* One failure says enough, and its button tries both again. */}
      {resting.isError && !subscriptions.isError && (
        <ListSection title={texts.paused.title} note={texts.paused.note}>
          <NotLoaded onRetry={() => void resting.refetch()} isRetrying={resting.isFetching} />
        </ListSection>
      )}
      {paused.length > 0 && (
        <ListSection title={texts.paused.title} note={texts.paused.note}>
          <Rows subscriptions={paused} {...rows} />
        </ListSection>
      )}
      <CancelDialog subscription={canceling} onClose={() => setCanceling(null)} onRefused={reload} />
      <div className="mt-12">
        <BillingOverview />
      </div>
    </Page>
  )
}

/** An empty list, as the spec has it, with a quiet way to try again. */
function NotLoaded({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  return (
    <EmptyState
      title={texts.list.notLoaded}
      action={
        <Button variant="quiet" isLoading={isRetrying} onClick={onRetry}>
          {texts.list.tryAgain}
        </Button>
      }
    >
      {texts.list.nothingChanged}
    </EmptyState>
  )
}

function ListSection({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="mt-10 first:mt-0">
      <h2 id={headingId} className="font-display text-xl">
        {title}
      </h2>
      <p className="mt-0.5 text-sm text-ink-faint">{note}</p>
      <div className="mt-5">{children}</div>
    </section>
  )
}

interface RowsProps {
  subscriptions: readonly Subscription[]
  onCancel: (subscription: Subscription) => void
  onRefused: () => void
}

function ActiveRows({ hasPaused, ...rows }: RowsProps & { hasPaused: boolean }) {
  if (rows.subscriptions.length > 0) return <Rows {...rows} />
  if (hasPaused) return <p className="text-base text-ink-soft">{texts.list.noneActive}</p>
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
}

function Rows({ subscriptions, onCancel, onRefused }: RowsProps) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
      {subscriptions.map((subscription) => (
        <SubscriptionRow
          key={subscription._id}
          subscription={subscription}
          prices={subscriptions.map(({ planId: { price, currency } }) => ({ amount: price, currency }))}
          onCancel={() => onCancel(subscription)}
          onRefused={onRefused}
        />
      ))}
    </ul>
  )
}
