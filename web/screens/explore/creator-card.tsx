import { Link } from 'react-router'

import type { getCreators } from '#contract/creators/routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { avatarTintClassName } from '#web/ui/avatar-tint.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** A creator as a card: the banner first, since it is the creator's own work. */
export function CreatorCard({ creator }: { creator: OutputOf<typeof getCreators>[number] }) {
  const { pageName, pageHandle, headline, profileImage, bannerImage } = creator
  return (
    <Card
      as="li"
      padding="none"
      isInteractive
      className="flex min-w-0 flex-col overflow-hidden has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
    >
      <div className={classNames('tint h-24 opacity-80', avatarTintClassName(pageHandle))}>
        {bannerImage && <img src={bannerImage} alt="" loading="lazy" className="size-full object-cover" />}
      </div>
      <div className="relative flex flex-1 flex-col px-5 pt-3 pb-5">
        <Avatar
          name={pageName}
          handle={pageHandle}
          src={profileImage}
          size={96}
          hasRing
          className="-mt-12 size-18 ring-paper-raised"
        />
        <h3 className="mt-3 font-display text-lg leading-tight wrap-break-word">
          <Link to={`/${pageHandle}`} className="outline-none after:absolute after:inset-0">
            {pageName}
          </Link>
        </h3>
        {headline && <p className="mt-1 line-clamp-2 text-sm wrap-break-word text-ink-soft">{headline}</p>}
      </div>
    </Card>
  )
}
