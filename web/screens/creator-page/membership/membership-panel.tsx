import { type RefObject, Suspense, useEffect, useRef } from 'react'

import { getCreatorPlans } from '#contract/plans/calls.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { useQuery } from '#web/api/use-query.ts'
import type { PlanActions } from '#web/features/plan-cards/plan-card.tsx'
import { planCardsPart } from '#web/features/plan-cards/plan-cards-part.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import type { Creator } from '../creator.ts'
import { creatorPageTexts } from '../messages.ts'
import type { ViewAs } from '../posts/creator-posts.ts'
import { PlansCard } from './plans-card.tsx'

const GAP_PX = 24

/**
 * Keeps a sticky panel readable to its end: one taller than the window sticks by its bottom edge. Set through the style
 * object, which the content security policy allows, unlike a style attribute.
 */
function useStickyPanel<Element extends HTMLElement>(): RefObject<Element | null> {
  const panelRef = useRef<Element>(null)
  useEffect(() => {
    const panel = panelRef.current
    if (!panel) return undefined
    const place = () => {
      const room = window.innerHeight - panel.offsetHeight - GAP_PX
      panel.style.top = `${Math.min(GAP_PX, room)}px`
    }
    const observer = new ResizeObserver(place)
    observer.observe(panel)
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', place)
    }
  }, [])
  return panelRef
}

const texts = creatorPageTexts.membership

const ManagePlans = lazyPart(
  async () => (await import('#web/features/plan-dialog/manage-plans.tsx')).ManagePlans,
)

const OwnMembership = lazyPart(async () => (await import('../member-parts.ts')).OwnMembership)

export type MembershipPanelProps = {
  /** As in the address: part of the query. */
  pageHandle: string
  creator: Creator
  isSignedIn: boolean
  isViewerKnown: boolean
  /** null: as the viewer is. */
  viewAs: ViewAs | null
  /** The plans have the page to themselves: side by side, on phones too. */
  isAlone: boolean
  onJoin: (plan: Plan, interval: BillingInterval) => void
  /** Opens the plans over the page, where they don't fit beside the posts. */
  onSeePlans: () => void
}

/** The plans beside the posts: to choose from, to manage, or the viewer's own. */
export function MembershipPanel({
  pageHandle,
  creator,
  isSignedIn,
  isViewerKnown,
  viewAs,
  isAlone,
  onJoin,
  onSeePlans,
}: MembershipPanelProps) {
  const panelRef = useStickyPanel<HTMLElement>()
  const query = useQuery(getCreatorPlans, { pageHandle })
  const { data: plans, error, refetch, isFetching } = query
  const { pageName, isCurrentUser: isOwner } = creator

  function content() {
    if (!isViewerKnown || query.isPlaceholderData) return <PanelSketch isAlone={isAlone} />
    if (creator.isSubscribed && !creator.isCurrentUser && viewAs === null)
      return (
        <Suspense fallback={<PanelSketch isAlone={isAlone} />}>
          <OwnMembership addressHandle={pageHandle} {...{ creator, plans, isAlone }} />
        </Suspense>
      )
    if (!plans && error)
      return (
        <ErrorState title={texts.failed} onRetry={() => void refetch()} isRetrying={isFetching}>
          {error.message}
        </ErrorState>
      )
    if (!plans) return <PanelSketch isAlone={isAlone} />
    // Without any there is room for what stands in their place.
    const isCard = !isAlone && plans.length > 0
    return (
      <>
        {isCard && (
          <PlansCard
            pageHandle={creator.pageHandle}
            plans={plans}
            onOpen={isOwner ? undefined : onSeePlans}
          />
        )}
        <Suspense fallback={isAlone && <PanelSketch isAlone />}>
          <div className={isCard ? 'max-lg:hidden' : undefined}>
            {isOwner ? (
              <ManagePlans {...{ pageHandle, pageName, plans }} isWide={isAlone} />
            ) : (
              <planCardsPart.Screen
                pageName={pageName}
                plans={plans.map((plan) =>
                  plan._id === viewAs?.planId ? { ...plan, subscribed: true } : plan,
                )}
                isWide={isAlone}
                actions={
                  creator.isSubscribed
                    ? {
                        viewer: 'subscriber',
                        pageHandle: creator.pageHandle,
                        isPaymentFailed: false,
                        canChange: false,
                      }
                    : plansActions({ isSignedIn, pageHandle: creator.pageHandle, onJoin })
                }
              />
            )}
          </div>
        </Suspense>
      </>
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

/** What a viewer can do with the plans. */
export function plansActions({
  isSignedIn,
  pageHandle,
  onJoin,
}: Pick<MembershipPanelProps, 'isSignedIn' | 'pageHandle' | 'onJoin'>): PlanActions {
  return isSignedIn ? { viewer: 'member', onJoin } : { viewer: 'visitor', pageHandle }
}

/** Until it is known who looks and what the plans are. Where it isn't alone, phones have a card in one line, whoever looks. */
export function PanelSketch({ isAlone }: { isAlone: boolean }) {
  if (isAlone) return <PlansSkeleton />
  return (
    <>
      <Skeleton shape="picture" className="h-23 lg:hidden" />
      <div className="max-lg:hidden">
        <PlansSkeleton />
      </div>
    </>
  )
}

/** Shaped like the plan cards. */
function PlansSkeleton() {
  return (
    <div>
      <output className="sr-only">{texts.loading}</output>
      <Skeleton className="h-7 w-56" />
      <Skeleton className="mt-4 h-11 w-60 rounded-full!" />
      <div className="mt-4 space-y-3">
        {['first', 'second', 'third'].map((key) => (
          <Skeleton key={key} className="h-41 rounded-card!" />
        ))}
      </div>
    </div>
  )
}
