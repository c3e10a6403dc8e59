import { Settings } from 'lucide-react'
import { type ReactNode, Suspense, useId } from 'react'

import { Avatar } from '#web/ui/avatar.tsx'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'

import { lazyPart } from './lazy-screen.tsx'
import { PlaceLink } from './place-link.tsx'
import { placeTexts as texts } from './place-messages.ts'
import { NOTIFICATIONS, type Place, READING, studioOf } from './places.ts'
import { GroupTitle, RecentlyVisited } from './recently-visited.tsx'

// What is counted comes after the page, into rows that are there.
const late = () => import('./late-parts.ts')
const BellRow = lazyPart(async () => (await late()).BellRow)
const PlaceCount = lazyPart(async () => (await late()).PlaceCount)
const ModeratorRow = lazyPart(async () => (await late()).ModeratorRow)

/** A creator's page, as the sidebar and the page "You" name it. */
export interface OwnPage {
  pageHandle: string
  /** The handle, until the name is known. */
  pageName: string
  profileImage: string | null
}

export interface SidebarProps {
  isMember: boolean
  ownPage: OwnPage | null
  account: ReactNode
}

/** The members' navigation beside the page: where they read, and where a creator works. */
export function Sidebar({ isMember, ownPage, account }: SidebarProps) {
  const rowOf = (place: Place) => (
    <li key={place.to}>
      <PlaceRow place={place} isCounted={isMember} />
    </li>
  )
  const readingId = useId()
  return (
    <div className="flex h-full flex-col">
      <div className="px-5 pt-4 pb-2">
        <Link to="/explore" className="inline-flex min-h-11 items-center rounded-control">
          <Logo />
        </Link>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        <nav aria-labelledby={readingId}>
          <GroupTitle id={readingId}>{texts.reading}</GroupTitle>
          <ul className="space-y-0.5">
            {READING.map((place) =>
              isMember && place === NOTIFICATIONS ? (
                <li key={place.to}>
                  <Suspense fallback={<PlaceRow place={place} isCounted={false} />}>
                    <BellRow />
                  </Suspense>
                </li>
              ) : (
                rowOf(place)
              ),
            )}
            {isMember && !ownPage && (
              <Suspense>
                <ModeratorRow />
              </Suspense>
            )}
          </ul>
        </nav>
        {ownPage && (
          <nav aria-label={texts.studio} className="mt-4">
            <ul className="space-y-0.5">
              <li>
                <PlaceLink to={`/${ownPage.pageHandle}`} title={ownPage.pageName} isExact>
                  <Avatar
                    name={ownPage.pageName}
                    handle={ownPage.pageHandle}
                    src={ownPage.profileImage}
                    size={32}
                    className="-mx-1 size-7! text-xs!"
                  />
                  <span className="min-w-0 truncate font-semibold text-ink">{ownPage.pageName}</span>
                </PlaceLink>
              </li>
              {studioOf(ownPage.pageHandle).map(rowOf)}
            </ul>
          </nav>
        )}
        <RecentlyVisited />
      </div>
      <div className="border-t border-line p-2">
        <PlaceLink to="/settings">
          <Settings aria-hidden="true" className="size-5 shrink-0" />
          {texts.settings}
        </PlaceLink>
        {account}
      </div>
    </div>
  )
}

function PlaceRow({ place: { to, label, Icon }, isCounted }: { place: Place; isCounted: boolean }) {
  return (
    <PlaceLink to={to} isExact={to === '/studio'}>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {label}
      {isCounted && (
        <Suspense>
          <PlaceCount at={to} />
        </Suspense>
      )}
    </PlaceLink>
  )
}
