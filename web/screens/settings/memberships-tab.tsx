import { Heart } from 'lucide-react'

import { getUsersCreatorPage } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { getPausedSubscriptions, getUserSubscriptions } from '#contract/subscriptions/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { followedPagesTexts } from '#web/features/follow/followed-pages-messages.ts'
import { FollowedPages } from '#web/features/follow/followed-pages.tsx'
import { ManagePlans } from '#web/features/plan-dialog/manage-plans.tsx'
import { privateFeedTexts } from '#web/features/private-feeds/messages.ts'
import { PrivateFeeds } from '#web/features/private-feeds/private-feeds.tsx'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { useSearchParams } from '#web/routing/location.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { settingsTexts } from './messages.ts'
import { SettingsSection } from './settings-section.tsx'
import type { User } from './user.ts'

const texts = settingsTexts.memberships

/** The user's own plans, and the creators they support. */
export function MembershipsTab({ user }: { user: User }) {
  return (
    <div className="space-y-10">
      {user.pageHandle !== null && <OwnPlans pageHandle={user.pageHandle} />}
      <SettingsSection title={texts.supported}>
        <Supported />
      </SettingsSection>
      <SettingsSection title={followedPagesTexts.title}>
        <FollowedPages />
      </SettingsSection>
      <SettingsSection title={privateFeedTexts.title} hint={privateFeedTexts.hint}>
        <PrivateFeeds askedFor={useSearchParams().get('app')} />
      </SettingsSection>
    </div>
  )
}

function OwnPlans({ pageHandle }: { pageHandle: string }) {
  const page = useQuery(getUsersCreatorPage, {})
  const plans = useQuery(getCreatorPlans, { pageHandle })
  if (page.data && plans.data)
    return (
      <ManagePlans
        pageHandle={pageHandle}
        pageName={page.data.pageName}
        title={texts.offered}
        plans={plans.data}
      />
    )
  const failed = page.error ?? plans.error
  if (!failed) return <SkeletonList label={texts.loadingPlans} shape="card" count={2} />
  return (
    <ErrorState
      title={texts.plansFailed}
      onRetry={() => void Promise.all([page.refetch(), plans.refetch()])}
      isRetrying={page.isFetching || plans.isFetching}
    >
      {failed.message}
    </ErrorState>
  )
}

function Supported() {
  const running = useQuery(getUserSubscriptions, {})
  const paused = useQuery(getPausedSubscriptions, {})
  if (!running.data || !paused.data) {
    const failed = running.error ?? paused.error
    if (!failed) return <SkeletonList label={texts.loading} count={2} />
    return (
      <ErrorState
        title={texts.failed}
        onRetry={() => void Promise.all([running.refetch(), paused.refetch()])}
        isRetrying={running.isFetching || paused.isFetching}
      >
        {failed.message}
      </ErrorState>
    )
  }
  if (running.data.length + paused.data.length === 0)
    return (
      <EmptyState
        icon={<Heart />}
        title={texts.none}
        action={<Button to="/explore">{texts.explore}</Button>}
      />
    )
  return (
    <>
      {running.data.length > 0 && <MembershipList subscriptions={running.data} />}
      {paused.data.length > 0 && (
        <>
          <h3 className="mt-6 mb-3 font-medium text-ink-soft">{texts.paused}</h3>
          <MembershipList subscriptions={paused.data} />
        </>
      )}
      <Button className="mt-4" to="/subscriptions">
        {texts.manage}
      </Button>
    </>
  )
}

function MembershipList({ subscriptions }: { subscriptions: OutputOf<typeof getUserSubscriptions> }) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
      {subscriptions.map(({ _id, creatorId: creator, planId: plan, interval }) => (
        <li key={_id} className="flex items-center gap-4 p-4">
          <Avatar name={creator.pageName} handle={creator.pageHandle} src={creator.profileImage} size={32} />
          <p className="min-w-0 flex-1">
            <span className="block font-medium wrap-break-word">{creator.pageName}</span>
            <span className="block text-sm wrap-break-word text-ink-faint">{plan.name}</span>
          </p>
          <p className="shrink-0 text-end tabular-nums">
            <RichText
              text={texts.price[interval](formatDollars(plan.price, plan.currency))}
              slots={{ interval: <span className="text-sm text-ink-faint" /> }}
            />
          </p>
        </li>
      ))}
    </ul>
  )
}
