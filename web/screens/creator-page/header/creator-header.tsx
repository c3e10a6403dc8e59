import { Check, Eye, Pencil, PenLine, TriangleAlert } from 'lucide-react'
import { type MouseEvent, Suspense } from 'react'

import { VisitorFollow } from '#web/features/follow/visitor-follow.tsx'
import { goToMembership } from '#web/features/plan-cards/membership-section.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { TopicLinks } from '#web/features/topics/topic-links.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import type { Creator } from '../creator.ts'
import type { PageDraft } from '../edit/page-draft.ts'
import { creatorPageTexts as texts } from '../messages.ts'
import { tabPath } from '../page-tab.ts'
import { CreatorBanner } from './creator-banner.tsx'
import { HeaderLayout, PICTURE_PLACE } from './header-layout.tsx'

const FollowButton = lazyPart(
  async () => (await import('#web/features/follow/follow-button.tsx')).FollowButton,
)
const OwnerHint = lazyPart(async () => (await import('../owner-parts.ts')).OwnerHint)
const PageMenu = lazyPart(async () => (await import('./page-menu.tsx')).PageMenu)

export const CREATOR_NAME_ID = 'creator-name'

export type CreatorHeaderProps = {
  creator: Creator
  isSignedIn: boolean
  /** False while this may still be a visitor's view of a member's page. */
  isViewerKnown: boolean
  /** Without plans there is nothing to subscribe to. */
  hasPlans: boolean
  onBlocked: () => void
  /** Also what to change first. */
  onEdit: (begin?: PageDraft['begin']) => void
  onPost: () => void
  onViewAs: () => void
}

/** Banner, picture, name, headline, and the one main action. */
export function CreatorHeader({ isViewerKnown, ...props }: CreatorHeaderProps) {
  const { creator, onEdit } = props
  const hint = (part: 'picture' | 'headline') => (
    <Suspense fallback={part === 'headline' && <span className="mt-2 block h-11" />}>
      <OwnerHint of={part} onBegin={() => onEdit(part)} />
    </Suspense>
  )
  return (
    <HeaderLayout
      banner={
        <CreatorBanner handle={creator.pageHandle} image={creator.bannerImage}>
          {creator.bannerTitle && (
            <p className="font-display text-base leading-tight wrap-break-word sm:text-2xl">
              {creator.bannerTitle}
            </p>
          )}
          {creator.bannerSubTitle && (
            <p className="mt-0.5 text-xs wrap-break-word sm:mt-1 sm:text-base">{creator.bannerSubTitle}</p>
          )}
        </CreatorBanner>
      }
      picture={
        <div className={PICTURE_PLACE}>
          <Avatar
            name={creator.pageName}
            handle={creator.pageHandle}
            src={creator.profileImage}
            size={128}
            hasRing
            isLive={creator.liveNow !== null}
            isEager
            className="max-sm:size-24 max-sm:text-3xl"
          />
          {creator.isCurrentUser && creator.profileImage === null && hint('picture')}
        </div>
      }
      actions={
        <div className="ms-auto flex min-w-0 flex-1 flex-wrap justify-end gap-2 pt-3 max-sm:[&>a]:px-3.5 max-sm:[&>button]:px-3.5 sm:max-[900px]:basis-full sm:max-[900px]:justify-start sm:max-[900px]:ps-38 sm:max-[900px]:pt-0 min-[900px]:flex-none min-[900px]:pt-4">
          {isViewerKnown ? (
            <Actions {...props} />
          ) : (
            <>
              <Skeleton shape="picture" className="h-11 w-31" />
              <Skeleton shape="circle" className="size-11" />
            </>
          )}
        </div>
      }
    >
      <h1 id={CREATOR_NAME_ID} tabIndex={-1} className="font-display text-2xl wrap-break-word sm:text-3xl">
        {creator.pageName}
      </h1>
      <p className="mt-0.5 text-sm wrap-break-word text-ink-faint">
        <span dir="ltr">@{creator.pageHandle}</span>
        {creator.followerCount !== null && ` · ${texts.followers(creator.followerCount)}`}
        {/* A page at its beginning isn't told that it has none. */}
        {!!creator.memberCount && ` · ${texts.members(creator.memberCount)}`}
        {!!creator.postCount && ` · ${texts.postCount(creator.postCount)}`}
      </p>
      {creator.isCurrentUser && creator.headline === '' && hint('headline')}
      {creator.headline && (
        <p className="mt-2 max-w-reading text-base wrap-break-word text-ink-soft sm:text-lg">
          {creator.headline}
        </p>
      )}
      <TopicLinks topics={creator.topics} className="mt-3" />
    </HeaderLayout>
  )
}

function Actions({
  creator,
  isSignedIn,
  hasPlans,
  onBlocked,
  onEdit,
  onPost,
  onViewAs,
}: Omit<CreatorHeaderProps, 'isViewerKnown'>) {
  if (creator.isCurrentUser)
    return (
      <>
        <IconButton
          label={texts.viewAs}
          icon={<Eye aria-hidden="true" />}
          variant="outlined"
          onClick={onViewAs}
        />
        <Button icon={<Pencil />} onClick={() => onEdit()}>
          {texts.edit}
        </Button>
        <Button variant="primary" icon={<PenLine />} onClick={onPost}>
          {texts.post}
        </Button>
      </>
    )
  const { pageHandle, pageName, isFollowing } = creator
  return (
    <>
      {!creator.isSubscribed && !creator.isBlocked && !isSignedIn && (
        <VisitorFollow {...{ pageHandle, pageName }} />
      )}
      {!creator.isSubscribed && !creator.isBlocked && isSignedIn && (
        <Suspense fallback={<Skeleton shape="picture" className="h-11 w-28" />}>
          <FollowButton {...{ pageHandle, pageName, isFollowing }} isMailed={creator.isFollowMailed} />
        </Suspense>
      )}
      {creator.isPaymentFailed && (
        <Link to="/subscriptions" className="inline-flex min-h-11 items-center max-sm:px-0!">
          <Badge tone="warn" icon={<TriangleAlert />} className="h-8 px-3 text-sm max-sm:px-2.5">
            {texts.paymentFailed}
          </Badge>
        </Link>
      )}
      {creator.isSubscribed && !creator.isPaymentFailed && (
        <Badge tone="good" icon={<Check />} className="mt-2 h-8 px-3.5 text-sm">
          {texts.subscribed}
        </Badge>
      )}
      {!creator.isSubscribed && !creator.isBlocked && hasPlans && (
        <Button
          variant="primary"
          // Pressed before the script listens, it leads to the plans all the same.
          to={tabPath(creator.pageHandle, 'membership')}
          onClick={(event: MouseEvent) => {
            event.preventDefault()
            goToMembership()
          }}
        >
          {texts.subscribe}
        </Button>
      )}
      {isSignedIn && !creator.isBlocked && (
        // On phones it shares the first line with following, so that the main action has the second to itself.
        <span className="flex min-h-11 min-w-24 justify-end gap-2 max-sm:order-first">
          <Suspense>
            <PageMenu creator={creator} onBlocked={onBlocked} />
          </Suspense>
        </span>
      )}
    </>
  )
}
