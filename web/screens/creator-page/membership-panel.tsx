import { Check } from 'lucide-react'
import { Suspense } from 'react'

import type { BillingInterval } from '#contract/plans/pricing.ts'
import { getCreatorPlans } from '#contract/plans/routes.ts'
import { useQuery } from '#web/api/queries.ts'
import { PlanCards } from '#web/features/plan-cards/plan-cards.tsx'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'

import type { Creator } from './creator-header.tsx'
import { creatorPageTexts } from './messages.ts'
import { useStickyPanel } from './use-sticky-panel.ts'

const texts = creatorPageTexts.membership

const ManagePlans = lazyPart(
  async () => (await import('#web/features/plan-dialog/manage-plans.tsx')).ManagePlans,
)

export type MembershipPanelProps = {
  /** As it stands in the address: part of the query. */
  pageHandle: string
  creator: Creator
  isSignedIn: boolean
  isViewerKnown: boolean
  onJoin: (plan: Plan, interval: BillingInterval) => void
}

/** The plans beside the posts: to choose from, to manage, or the one that the viewer has. */
export function MembershipPanel({
  pageHandle,
  creator,
  isSignedIn,
  isViewerKnown,
  onJoin,
}: MembershipPanelProps) {
  const panelRef = useStickyPanel<HTMLElement>()
  const { data: plans, error, refetch, isFetching } = useQuery(getCreatorPlans, { pageHandle })
  const { pageName } = creator

  function content() {
    if (!isViewerKnown) return <PlansSkeleton />
    if (creator.isSubscribed && !creator.isCurrentUser)
      return <OwnMembership pageName={pageName} plan={plans?.find((plan) => plan.subscribed) ?? null} />
    if (!plans && error)
      return (
        <ErrorState title={texts.failed} onRetry={() => void refetch()} isRetrying={isFetching}>
          {error.message}
        </ErrorState>
      )
    if (!plans) return <PlansSkeleton />
    if (creator.isCurrentUser)
      return (
        <Suspense fallback={<PlansSkeleton />}>
          <ManagePlans {...{ pageHandle, pageName, plans }} />
        </Suspense>
      )
    return (
      <PlanCards
        plans={plans}
        pageName={pageName}
        actions={
          isSignedIn ? { viewer: 'member', onJoin } : { viewer: 'visitor', pageHandle: creator.pageHandle }
        }
      />
    )
  }

  return (
    <aside
      ref={panelRef}
      aria-label={texts.title}
      className="min-w-0 lg:sticky lg:top-6 lg:order-last lg:self-start"
    >
      {content()}
    </aside>
  )
}

function OwnMembership({ pageName, plan }: { pageName: string; plan: Plan | null }) {
  return (
    <section aria-labelledby="own-membership" className="rounded-card border border-line bg-paper-raised p-5">
      <h2 id="own-membership" className="text-sm font-semibold text-ink-soft">
        {texts.ownTitle}
      </h2>
      <p className="mt-1 flex items-center gap-2 font-display text-xl">
        <Check aria-hidden="true" className="size-5 shrink-0 text-good" />
        <span className="min-w-0 wrap-break-word">{plan?.name ?? texts.member}</span>
      </p>
      <p className="mt-2 text-sm text-ink-soft">
        {texts.supportBeforeLink(pageName)}
        <Link to="/subscriptions" className="font-medium text-brand underline underline-offset-3">
          {texts.supportLink}
        </Link>
        {texts.supportAfterLink}
      </p>
    </section>
  )
}

/** Shaped like the plan cards. */
export function PlansSkeleton() {
  return (
    <div>
      <Skeleton className="h-7 w-56" />
      <div className="mt-4 hidden space-y-3 lg:block">
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </div>
      <div className="mt-4 lg:hidden">
        <SkeletonList label={texts.loading} count={1} shape="card" />
      </div>
    </div>
  )
}
