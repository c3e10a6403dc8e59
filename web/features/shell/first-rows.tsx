import { SquareUserRound } from 'lucide-react'

import { SidebarBell } from '#web/features/bell/sidebar-bell.tsx'
import { useBellNews } from '#web/features/bell/use-badges.ts'

import { menuTexts as texts } from './menu-messages.ts'
import { PlaceLink, rowClassName } from './sidebar.tsx'

/** The sidebar is always there, even where it isn't shown. */
function News() {
  useBellNews()
  return null
}

/** The first rows of the sidebar: a creator's own page, and the bell. */
export function FirstRows({ ownPage, isInDrawer = false }: { ownPage: string | null; isInDrawer?: boolean }) {
  return (
    <>
      {!isInDrawer && <News />}
      {ownPage !== null && (
        <li>
          <PlaceLink to={ownPage}>
            <SquareUserRound aria-hidden="true" className="size-5 shrink-0" />
            {texts.myPage}
          </PlaceLink>
        </li>
      )}
      <li>
        <SidebarBell className={rowClassName} isInDrawer={isInDrawer} />
      </li>
    </>
  )
}
