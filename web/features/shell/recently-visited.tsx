import { type ReactNode, useId } from 'react'

import { useRecentlyVisited } from '#web/features/recently-visited/recently-visited.ts'
import { Avatar } from '#web/ui/avatar.tsx'

import { PlaceLink } from './place-link.tsx'
import { placeTexts as texts } from './place-messages.ts'

/** The pages visited last. */
export function RecentlyVisited() {
  const visits = useRecentlyVisited()
  const headingId = useId()
  if (visits.length === 0) return null
  return (
    <nav aria-labelledby={headingId} className="mt-5">
      <GroupTitle id={headingId}>{texts.recentlyVisited}</GroupTitle>
      <ul className="space-y-0.5">
        {visits.map(({ id, pageHandle, pageName, profileImage }) => (
          <li key={id}>
            <PlaceLink to={`/${pageHandle}`} title={pageName}>
              {/* The spec replaces a missing picture with the handle's first letter. */}
              <Avatar
                name={pageHandle}
                handle={pageHandle}
                src={profileImage}
                size={32}
                className="-mx-1 size-7! text-xs!"
              />
              <span className="min-w-0 truncate text-sm">{pageName}</span>
            </PlaceLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Above the places of one kind. */
export function GroupTitle({ children, id }: { children: ReactNode; id: string }) {
  return (
    <h2 id={id} className="px-3 pb-1 text-xs font-semibold text-ink-faint">
      {children}
    </h2>
  )
}
