import type { getCreators } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import { liveStateTexts } from '#web/features/live-state/messages.ts'
import { useLiveNow } from '#web/features/live-state/use-live-now.ts'
import { TopicLinks } from '#web/features/topics/topic-links.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'

import { creatorCardTexts as texts } from './messages.ts'

/** The list around the cards: up to three in a row, and the last row as wide as the others however few it has. */
export const CREATOR_CARDS_CLASS_NAME =
  'flex flex-wrap gap-3 *:grow *:basis-full sm:gap-4 sm:*:basis-64 lg:*:basis-76'

/** A creator's card: the banner first, since it is the creator's own work. On phones a row without it. */
export function CreatorCard({ creator }: { creator: OutputOf<typeof getCreators>[number] }) {
  const { pageName, pageHandle, headline, profileImage, bannerImage, topics, fromPrice, memberCount } =
    creator
  const isLive = useLiveNow().data?.sessions.some((live) => live.pageHandle === pageHandle) === true
  const facts = [
    fromPrice && texts.from(formatDollars(fromPrice.price, fromPrice.currency)),
    memberCount !== null && memberCount > 0 && texts.members(memberCount),
  ].filter(Boolean)
  return (
    <Card
      as="li"
      padding="none"
      isInteractive
      className="min-w-0 overflow-hidden has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
    >
      <div className="hidden h-34 bg-wash sm:block">
        {bannerImage && <img src={bannerImage} alt="" loading="lazy" className="size-full object-cover" />}
      </div>
      <div className="relative flex items-center gap-4 p-4 sm:block sm:px-5 sm:pt-0 sm:pb-5">
        <Avatar
          name={pageName}
          handle={pageHandle}
          src={profileImage}
          size={64}
          hasRing
          isLive={isLive}
          className="ring-paper-raised sm:-mt-8"
        />
        <div className="min-w-0 sm:mt-3">
          <h3 className="font-display text-lg leading-tight wrap-break-word">
            <Link to={`/${pageHandle}`} className="outline-none after:absolute after:inset-0">
              {pageName}
              {isLive && <span className="sr-only">, {liveStateTexts.live}</span>}
            </Link>
          </h3>
          {headline && <p className="mt-1 line-clamp-2 text-sm wrap-break-word text-ink-soft">{headline}</p>}
          {facts.length > 0 && (
            <p className="mt-1 text-sm text-ink-faint tabular-nums">{facts.join(' · ')}</p>
          )}
          {/* Above the link that covers the card. */}
          <TopicLinks topics={topics} className="relative mt-2" />
        </div>
      </div>
    </Card>
  )
}
