import { Count } from '#web/features/bell/count.tsx'
import { bellTexts as texts } from '#web/features/bell/messages.ts'
import { SidebarBell } from '#web/features/bell/sidebar-bell.tsx'
import { useBadges, useBellNews } from '#web/features/bell/use-badges.ts'

import { PlaceLink, rowClassName } from './place-link.tsx'
import { MODERATION } from './places.ts'

/** The bell. The sidebar is always there, even where it isn't shown: it keeps what is counted up to date. */
export function BellRow() {
  useBellNews()
  return <SidebarBell className={rowClassName} />
}

/** For somebody who keeps order on another's page. */
export function ModeratorRow() {
  const { keepsOrder } = useBadges()
  const { to, label, Icon } = MODERATION
  if (!keepsOrder) return null
  return (
    <li>
      <PlaceLink to={to}>
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {label}
        <PlaceCount at={to} />
      </PlaceLink>
    </li>
  )
}

/** How much waits at one of the places. */
export function PlaceCount({ at }: { at: string }) {
  const { notifications, messages, refundRequests, heldMessages, openReports } = useBadges()
  const held = heldMessages + openReports
  const [count, said] =
    {
      '/notifications': [notifications, texts.unread(notifications)] as const,
      '/messages': [messages, texts.unreadMessages(messages)] as const,
      '/payout': [refundRequests, texts.waiting(refundRequests)] as const,
      [MODERATION.to]: [held, texts.held(held)] as const,
    }[at] ?? ([0, ''] as const)
  return <Count of={count} said={said} className="ms-auto" />
}
