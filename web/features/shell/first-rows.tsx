import { MessageCircle, ShieldCheck, SquareUserRound } from 'lucide-react'

import { Count } from '#web/features/bell/count.tsx'
import { bellTexts } from '#web/features/bell/messages.ts'
import { SidebarBell } from '#web/features/bell/sidebar-bell.tsx'
import { HeldCount } from '#web/features/bell/held-count.tsx'
import { useBadges, useBellNews } from '#web/features/bell/use-badges.ts'

import { menuTexts as texts } from './menu-messages.ts'
import { PlaceLink, rowClassName } from './sidebar.tsx'

/** The sidebar is always there, even where it isn't shown. */
function News() {
  useBellNews()
  return null
}

/** The first rows of the sidebar: a creator's own page, the bell, and what waits for who keeps order on a page. */
export function FirstRows({ ownPage, isInDrawer = false }: { ownPage: string | null; isInDrawer?: boolean }) {
  const { keepsOrder, messages } = useBadges()
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
      <li>
        <PlaceLink to="/messages">
          <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
          {bellTexts.messages}
          <Count of={messages} said={bellTexts.unreadMessages(messages)} className="ms-auto -me-2" />
        </PlaceLink>
      </li>
      {(keepsOrder || ownPage !== null) && (
        <li>
          <PlaceLink to="/studio/moderation">
            <ShieldCheck aria-hidden="true" className="size-5 shrink-0" />
            {texts.moderation}
            <HeldCount />
          </PlaceLink>
        </li>
      )}
    </>
  )
}
