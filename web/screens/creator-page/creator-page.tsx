import { useQueryClient } from '@tanstack/react-query'
import { startTransition, Suspense, useEffect, useState } from 'react'

import { creatorDetails } from '#contract/creators/calls.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { getPostsByPageHandle } from '#contract/posts/calls.ts'
import { refresh } from '#web/api/refresh.ts'
import { useViewer } from '#web/api/session.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useIsAdultConfirmed } from '#web/features/adult-gate/adult-confirmation.ts'
import { adultGatePart } from '#web/features/adult-gate/adult-gate-part.ts'
import type { JoinChoice } from '#web/features/join-plan/join-dialog.tsx'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { goToMembership, MEMBERSHIP_ID, setPlansSheet } from '#web/features/plan-cards/membership-section.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { recordVisit } from '#web/features/recently-visited/recently-visited.ts'
import { lazyPart, lazyScreen } from '#web/features/shell/lazy-screen.tsx'
import { useLocation } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'
import { useParams } from '#web/routing/match-path.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

import type { PageDraft } from './edit/page-draft.ts'
import { CREATOR_NAME_ID, CreatorHeader } from './header/creator-header.tsx'
import { CreatorSkeleton } from './creator-skeleton.tsx'
import type { Creator } from './creator.ts'
import { lesserPart } from './lesser/lesser-parts.ts'
import { PageLiveBar } from './live-bar.tsx'
import { MembershipPanel, plansActions } from './membership/membership-panel.tsx'
import { creatorPageTexts as texts } from './messages.ts'
import { type PageTab, tabAt, tabTitle } from './page-tab.ts'
import { PageTabs } from './page-tabs.tsx'
import type { ViewAs } from './posts/creator-posts.ts'
import { FEED_LINE_ID, PostsSection } from './posts/posts-section.tsx'

// Parts only members or the owner use load on first use, so visitors don't wait for them.
const JoinDialog = lazyPart(async () => (await import('./member-parts.ts')).JoinDialog)
const PostDialog = lazyPart(
  async () => (await import('#web/features/post-editor/post-dialog.tsx')).PostDialog,
)
const PlansSheet = lazyPart(async () => (await import('./membership/plans-sheet.tsx')).PlansSheet)
const JoinWish = lazyPart(async () => (await import('./member-parts.ts')).JoinWish)
const { Screen: NotFound } = lazyScreen(
  async () => (await import('#web/features/not-found/not-found.tsx')).NotFound,
)
const BlockedPage = lazyPart(async () => (await import('#web/features/block/blocked-page.tsx')).BlockedPage)
const { Screen: EditHeader } = lazyScreen(async () => (await import('./owner-parts.ts')).EditHeader)
const { Screen: ViewAsBar } = lazyScreen(async () => (await import('./owner-parts.ts')).ViewAsBar)

/** A creator's public page; its owner can edit it, post, and manage plans here. */
export function CreatorPage() {
  const { pageHandle = '' } = useParams()
  const viewer = useViewer()
  const isSignedIn = viewer === 'member'
  const details = useQuery(creatorDetails, { pageHandle })
  const isAdultConfirmed = useIsAdultConfirmed()
  const creator = details.data
  const tab = tabAt(useLocation().pathname)
  usePageTitle(creator ? tabTitle(creator.pageName, tab) : null)

  // Until the member's own answer arrives, this is the visitor's, which doesn't know the owner or the member.
  const isViewerKnown = viewer !== 'unknown' && !details.isPlaceholderData
  const isGated =
    creator !== undefined && creator.isAdultContent && !creator.isCurrentUser && !isAdultConfirmed
  useVisit(isSignedIn && isViewerKnown && !isGated ? creator : undefined)

  if (!creator) {
    if (details.error?.code === 'page_not_found')
      return (
        <Suspense fallback={<CreatorSkeleton />}>
          <NotFound />
        </Suspense>
      )
    if (!details.error) return <CreatorSkeleton />
    return (
      <div className="mx-auto w-full max-w-app px-4 py-16 sm:px-6">
        <ErrorState
          title={texts.failed}
          onRetry={() => void details.refetch()}
          isRetrying={details.isFetching}
        >
          {details.error.message}
        </ErrorState>
      </div>
    )
  }
  // Viewers who may pass anyway aren't asked for their age first.
  if (isGated && !isViewerKnown) return <CreatorSkeleton />
  if (isGated)
    return (
      <div data-part="adult-gate">
        <Suspense fallback={<CreatorSkeleton />}>
          <adultGatePart.Screen pageName={creator.pageName} />
        </Suspense>
      </div>
    )
  return (
    <LoadedPage
      {...{ pageHandle, creator, tab, isSignedIn, isViewerKnown }}
      onReload={async () => {
        await details.refetch()
      }}
    />
  )
}

type LoadedPageProps = {
  pageHandle: string
  creator: Creator
  tab: PageTab
  isSignedIn: boolean
  isViewerKnown: boolean
  onReload: () => Promise<void>
}

function LoadedPage({ pageHandle, tab, isViewerKnown, onReload, ...known }: LoadedPageProps) {
  const [draft, setDraft] = useState<PageDraft | null>(null)
  const [viewAs, setViewAs] = useState<ViewAs | null>(null)
  const creator = viewAs ? seenAs(viewAs, known.creator) : known.creator
  const isSignedIn = known.isSignedIn && viewAs === null
  const [isPosting, setIsPosting] = useState(false)
  const [choice, setChoice] = useState<JoinChoice | null>(null)
  const plans = useQuery(getCreatorPlans, { pageHandle })
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const client = useQueryClient()
  const isOwner = known.creator.isCurrentUser
  const isAllKnown = isViewerKnown && plans.data !== undefined && !plans.isPlaceholderData
  useEffect(() => setPlansSheet(() => setIsSheetOpen(true)), [])
  useMembershipLink(isAllKnown)

  function joinById(planId: string) {
    const plan = plans.data?.find(({ _id }) => _id === planId)
    if (plan) setChoice({ plan, interval: 'monthly' })
    else goToMembership()
  }
  function join(plan: Plan, interval: BillingInterval) {
    setIsSheetOpen(false)
    setChoice({ plan, interval })
  }

  const edit = (begin: PageDraft['begin'] = null) =>
    startTransition(() => setDraft({ begin, texts: {}, errors: {} }))
  function stopEditing() {
    setDraft(null)
    focusName()
  }

  return (
    <div
      className={classNames(
        'mx-auto w-full max-w-app px-4 sm:px-6 sm:pt-6',
        // The buttons of its editor cover the foot of the window.
        draft ? 'pb-36' : 'pb-16',
      )}
    >
      {/* Without boundaries of their own: the page stays as it is until these have loaded. */}
      {viewAs && (
        <ViewAsBar
          viewAs={viewAs}
          plans={plans.data ?? []}
          onChange={(next) => {
            setViewAs(next)
            if (!next) focusName()
          }}
        />
      )}
      {draft ? (
        <EditHeader
          {...{ creator, tab, draft }}
          onDraft={setDraft}
          onSaved={stopEditing}
          onCancel={() => {
            stopEditing()
            void onReload()
          }}
        />
      ) : (
        <CreatorHeader
          {...{ creator, isSignedIn, isViewerKnown }}
          // While the plans load they are expected: the button must not appear late.
          hasPlans={plans.data?.length !== 0}
          onBlocked={focusName}
          onEdit={edit}
          onPost={() => setIsPosting(true)}
          onViewAs={() => startTransition(() => setViewAs({ planId: null }))}
        />
      )}
      {creator.isBlocked ? (
        <Suspense>
          <BlockedPage creator={creator} onUnblocked={focusName} />
        </Suspense>
      ) : (
        <>
          <PageLiveBar {...{ pageHandle, creator }} />
          <PageTabs creator={creator} shown={tab} isEditing={draft !== null} />
          <div
            className={
              tab === 'membership' ? 'mt-8' : 'mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]'
            }
          >
            <MembershipPanel
              {...{ pageHandle, creator, isSignedIn, isViewerKnown, viewAs }}
              isAlone={tab === 'membership'}
              onJoin={join}
              onSeePlans={() => setIsSheetOpen(true)}
            />
            {tab === 'posts' && (
              <PostsSection
                {...{ pageHandle, creator, isViewerKnown, viewAs }}
                plans={plans.data ?? []}
                onCreate={() => setIsPosting(true)}
                onJoin={joinById}
              />
            )}
            {(tab === 'about' || tab === 'collections') && (
              <Suspense>
                <lesserPart.Screen
                  {...{ tab, pageHandle, creator, draft }}
                  onEdit={edit}
                  onDraft={setDraft}
                />
              </Suspense>
            )}
          </div>
        </>
      )}
      <Suspense>
        {isSheetOpen && (
          <PlansSheet
            isOpen={isSheetOpen}
            plans={plans.data ?? []}
            actions={plansActions({ isSignedIn, pageHandle: creator.pageHandle, onJoin: join })}
            onClose={() => setIsSheetOpen(false)}
          />
        )}
        {isOwner && (
          <PostDialog
            isOpen={isPosting}
            pageHandle={creator.pageHandle}
            plans={plans.data ?? []}
            onClose={() => setIsPosting(false)}
            onPublished={() => showFeed(pageHandle, tab)}
          />
        )}
        {known.isSignedIn && isAllKnown && (
          <JoinWish creator={known.creator} plans={plans.data} onJoin={setChoice} />
        )}
        {isSignedIn && !isOwner && (
          <JoinDialog
            choice={choice}
            pageHandle={pageHandle}
            pageName={creator.pageName}
            onClose={() => setChoice(null)}
            onJoined={() => {
              void Promise.all([onReload(), plans.refetch(), refresh(client, [getPostsByPageHandle])])
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/** The page as somebody else finds it; its posts are asked for as theirs. */
function seenAs({ planId }: ViewAs, creator: Creator): Creator {
  return { ...creator, isCurrentUser: false, isSubscribed: planId !== null, followerCount: null, setup: null }
}

/** A post has just gone out: it is at the head of the feed. */
function showFeed(pageHandle: string, tab: PageTab) {
  if (tab !== 'posts') navigate(`/${pageHandle}`)
  // Once the dialog has closed.
  else setTimeout(() => document.getElementById(FEED_LINE_ID)?.scrollIntoView())
}

/** The focused element is gone: focus moves to the page's name, once that is there. */
function focusName() {
  setTimeout(() => document.getElementById(CREATOR_NAME_ID)?.focus({ preventScroll: true }))
}

/** Follows a link to the membership section once there is one; the hash may be there before the data. */
function useMembershipLink(isReady: boolean) {
  const { hash } = useLocation()
  useEffect(() => {
    if (isReady && hash === `#${MEMBERSHIP_ID}`) goToMembership()
  }, [isReady, hash])
}

/** Adds the page to the recently visited list; a user's own page isn't added. */
function useVisit(creator: Creator | undefined) {
  useEffect(() => {
    if (creator && !creator.isCurrentUser && !creator.isBlocked) recordVisit(creator)
  }, [creator])
}
