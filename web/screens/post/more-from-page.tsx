import type { OutputOf } from '#contract/http/route.ts'
import type { creatorDetails } from '#contract/creators/calls.ts'
import { FollowButton } from '#web/features/follow/follow-button.tsx'
import { VisitorFollow } from '#web/features/follow/visitor-follow.tsx'
import { MEMBERSHIP_ID } from '#web/features/plan-cards/membership-section.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'

import { postPageTexts as texts } from './messages.ts'

/** Who made the post, at its end, and what somebody who liked it can do next: follow the page, or join it. */
export function MoreFromPage({
  creator,
  hasPlans,
  isSignedIn,
}: {
  creator: OutputOf<typeof creatorDetails>
  hasPlans: boolean
  isSignedIn: boolean
}) {
  const { pageHandle, pageName, profileImage, headline, isFollowing, isFollowMailed: isMailed } = creator
  return (
    <section
      aria-label={texts.moreFrom(pageName)}
      className="mt-12 flex flex-wrap items-center gap-x-4 gap-y-4 rounded-card border border-line bg-paper-raised p-4 sm:p-6"
    >
      <Avatar name={pageName} handle={pageHandle} src={profileImage} size={48} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-break-word text-ink">
          <Link to={`/${pageHandle}`} className="hover:underline">
            {texts.moreFrom(pageName)}
          </Link>
        </p>
        {headline && <p className="mt-0.5 line-clamp-2 text-sm wrap-break-word text-ink-soft">{headline}</p>}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {isSignedIn ? (
          <FollowButton {...{ pageHandle, pageName, isFollowing, isMailed }} />
        ) : (
          <VisitorFollow {...{ pageHandle, pageName }} />
        )}
        {hasPlans && (
          <Button variant="primary" to={`/${pageHandle}#${MEMBERSHIP_ID}`}>
            {texts.seePlans}
          </Button>
        )}
      </div>
    </section>
  )
}
