import { Bell, House, type LucideIcon, MessageCircle, Search, CircleUserRound } from 'lucide-react'
import type { ReactNode } from 'react'

import { EXPLORE_PATH } from '#web/features/site/site-pages.ts'
import { useLocation } from '#web/routing/location.ts'
import { Link } from '#web/ui/link.tsx'

import { Count } from './count.tsx'
import { bellTexts } from './messages.ts'
import { useBadges } from './use-badges.ts'

const texts = bellTexts.tabs

const tabClassName =
  'flex h-14 flex-col items-center justify-center gap-0.5 text-center text-xs leading-tight font-medium text-ink-soft transition-colors duration-120 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-brand'

const ITEM = 'min-w-12 flex-auto'

/** Beside the icon more than on it. */
const COUNT = 'absolute start-full -ms-1.5 -top-2 ring-2 ring-paper'

interface TabBarProps {
  menu: { id: string; isOpen: boolean; onOpen: () => void }
}

/** The places people go to most, at the foot of phones. `--bottom-bar` is its height (web/ui/base.css). */
export function TabBar({ menu }: TabBarProps) {
  const { notifications, messages } = useBadges()
  return (
    <nav
      aria-label={texts.label}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      {/* Each as wide as its word needs, so that the longest fits beside the others at 320 px. */}
      <ul className="mx-auto flex max-w-form">
        <Tab to={EXPLORE_PATH} Icon={House} label={texts.home} />
        <Tab to="/search" Icon={Search} label={texts.search} />
        <Tab to="/messages" Icon={MessageCircle} label={bellTexts.messages}>
          <Count of={messages} said={bellTexts.unreadMessages(messages)} className={COUNT} />
        </Tab>
        <Tab to="/notifications" Icon={Bell} label={bellTexts.title}>
          <Count of={notifications} said={bellTexts.unread(notifications)} className={COUNT} />
        </Tab>
        <li className={ITEM}>
          <button
            type="button"
            aria-expanded={menu.isOpen}
            aria-controls={menu.id}
            onClick={menu.onOpen}
            className={`${tabClassName} w-full`}
          >
            <CircleUserRound aria-hidden="true" className="size-5.5" />
            {texts.you}
          </button>
        </li>
      </ul>
    </nav>
  )
}

function Tab({
  to,
  Icon,
  label,
  children,
}: {
  to: string
  Icon: LucideIcon
  label: string
  children?: ReactNode
}) {
  const { pathname } = useLocation()
  const isHere = pathname === to || pathname.startsWith(`${to}/`)
  return (
    <li className={ITEM}>
      <Link to={to} aria-current={isHere ? 'page' : undefined} className={tabClassName}>
        <span className="relative">
          <Icon aria-hidden="true" className="size-5.5" />
          {children}
        </span>
        {label}
      </Link>
    </li>
  )
}
