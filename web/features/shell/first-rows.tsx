import { Store } from 'lucide-react'

import { SidebarBell } from '#web/features/bell/sidebar-bell.tsx'

import { menuTexts as texts } from './menu-messages.ts'
import { PlaceLink, rowClassName } from './sidebar.tsx'

/** The first rows of the sidebar: a creator's own page, and the bell. */
export function FirstRows({ ownPage, isInDrawer = false }: { ownPage: string | null; isInDrawer?: boolean }) {
  return (
    <>
      {ownPage !== null && (
        <li>
          <PlaceLink to={ownPage}>
            <Store aria-hidden="true" className="size-5 shrink-0" />
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
