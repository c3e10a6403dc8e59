import { Bell, type LucideIcon, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'

import { Link } from '#web/ui/link.tsx'

import { Count } from './count.tsx'
import { bellTexts as texts } from './messages.ts'
import { useBadges } from './use-badges.ts'

/** Messages and the bell in the bar at the top of smaller screens; phones have them in their tabs. */
export function TopBell() {
  const { notifications, messages } = useBadges()
  return (
    <span className="ms-auto me-1 flex max-sm:hidden">
      <Place to="/messages" Icon={MessageCircle} title={texts.messages}>
        <Count of={messages} said={texts.unreadMessages(messages)} className={COUNT} />
      </Place>
      <Place to="/notifications" Icon={Bell} title={texts.title}>
        <Count of={notifications} said={texts.unread(notifications)} className={COUNT} />
      </Place>
    </span>
  )
}

const COUNT = 'absolute end-0 top-0.5 ring-2 ring-paper'

function Place({
  to,
  Icon,
  title,
  children,
}: {
  to: string
  Icon: LucideIcon
  title: string
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      title={title}
      className="relative inline-grid size-11 place-items-center rounded-full text-ink-soft hover:bg-wash hover:text-ink"
    >
      <Icon aria-hidden="true" className="size-5" />
      <span className="sr-only">{title}</span>
      {children}
    </Link>
  )
}
