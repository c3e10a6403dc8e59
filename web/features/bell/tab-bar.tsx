import {
  Bell,
  CircleUserRound,
  Compass,
  House,
  type LucideIcon,
  MessageCircle,
  Plus,
  Search,
} from 'lucide-react'
import type { ReactNode } from 'react'

import { useIsHere } from '#web/features/shell/place-link.tsx'
import { EXPLORE_PATH } from '#web/features/site/site-pages.ts'
import { Link } from '#web/ui/link.tsx'

import { Count } from './count.tsx'
import { bellTexts } from './messages.ts'
import { useBadges } from './use-badges.ts'

const texts = bellTexts.tabs

const tabClassName =
  'flex h-14 flex-col items-center justify-center gap-0.5 px-1 text-center text-xs leading-tight font-medium text-ink-soft transition-colors duration-120 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:text-brand'

const ITEM = 'min-w-12 flex-auto'

/** Beside the icon more than on it. */
const COUNT = 'absolute start-full -ms-1.5 -top-2 ring-2 ring-paper'

/**
 * Five places at the foot of smaller screens: a member's, or those of a creator with that handle. `--bottom-bar` is its
 * height (web/ui/base.css).
 */
export function TabBar({ pageHandle }: { pageHandle: string | null }) {
  const { notifications, messages } = useBadges()
  const messagesTab = (
    <Tab to="/messages" Icon={MessageCircle} label={bellTexts.messages}>
      <Count of={messages} said={bellTexts.unreadMessages(messages)} className={COUNT} />
    </Tab>
  )
  return (
    <nav
      aria-label={texts.label}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      {/* Each as wide as its word needs, so that the longest fits beside the others at 320 px. */}
      <ul className="mx-auto flex max-w-form">
        {pageHandle === null ? (
          <>
            <Tab to={EXPLORE_PATH} Icon={House} label={texts.home} />
            <Tab to="/search" Icon={Search} label={texts.search} />
            {messagesTab}
            <Tab to="/notifications" Icon={Bell} label={bellTexts.title}>
              <Count of={notifications} said={bellTexts.unread(notifications)} className={COUNT} />
            </Tab>
          </>
        ) : (
          <>
            <Tab to="/studio" Icon={House} label={texts.home} isExact />
            <Tab to={EXPLORE_PATH} Icon={Compass} label={texts.explore} />
            <li className={ITEM}>
              <Link to={`/${pageHandle}/write/new`} title={texts.write} className={tabClassName}>
                <span className="grid size-10 place-items-center rounded-full bg-brand text-brand-ink">
                  <Plus aria-hidden="true" className="size-5.5" />
                </span>
                <span className="sr-only">{texts.write}</span>
              </Link>
            </li>
            {messagesTab}
          </>
        )}
        <Tab to="/you" Icon={CircleUserRound} label={texts.you} />
      </ul>
    </nav>
  )
}

function Tab({
  to,
  Icon,
  label,
  isExact = false,
  children,
}: {
  to: string
  Icon: LucideIcon
  label: string
  isExact?: boolean
  children?: ReactNode
}) {
  return (
    <li className={ITEM}>
      <Link to={to} aria-current={useIsHere(to, isExact) ? 'page' : undefined} className={tabClassName}>
        <span className="relative">
          <Icon aria-hidden="true" className="size-5.5" />
          {children}
        </span>
        {label}
      </Link>
    </li>
  )
}
