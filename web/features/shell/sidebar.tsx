import { Bookmark, ChartColumn, Compass, Heart, NotebookPen, Settings, Users, Wallet } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { useRecentlyVisited } from '#web/features/recently-visited/recently-visited.ts'
import { useLocation } from '#web/routing/location.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Link, type LinkProps } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'

import { sidebarTexts as texts } from './sidebar-messages.ts'

const PAYOUTS_PATH = '/payout'

const LINKS = [
  { to: '/explore', label: texts.explore, Icon: Compass },
  { to: '/subscriptions', label: texts.subscriptions, Icon: Heart },
  { to: '/library', label: texts.library, Icon: Bookmark },
  { to: '/studio/posts', label: texts.posts, Icon: NotebookPen, isForCreators: true },
  { to: '/studio/members', label: texts.members, Icon: Users, isForCreators: true },
  { to: '/studio/insights', label: texts.insights, Icon: ChartColumn, isForCreators: true },
  { to: PAYOUTS_PATH, label: texts.payouts, Icon: Wallet, isForCreators: true },
  { to: '/settings', label: texts.settings, Icon: Settings },
]

export const rowClassName =
  'flex min-h-11 items-center gap-2.5 rounded-control px-3 text-[0.9375rem] text-ink-soft transition-colors duration-120 hover:bg-wash hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-brand'

export interface SidebarProps {
  isCreator: boolean
  account: ReactNode
  /** What is loaded after the page: a creator's own page and the bell, and how many refund requests wait. */
  firstRows: ReactNode
  refundCount: ReactNode
}

/** The members' navigation; beside the page, or in the drawer on smaller screens. */
export function Sidebar({ isCreator, account, firstRows, refundCount }: SidebarProps) {
  const links = LINKS.filter(({ isForCreators }) => isCreator || !isForCreators)
  return (
    <div className="flex h-full flex-col">
      <div className="px-5 pt-5 pb-3">
        <Link to="/explore" className="inline-flex min-h-11 items-center rounded-control">
          <Logo />
        </Link>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
        <nav aria-label={texts.yours}>
          <ul className="space-y-0.5 pb-0.5">{firstRows}</ul>
        </nav>
        <nav aria-label={texts.main}>
          <ul className="space-y-0.5">
            {links.map(({ to, label, Icon }) => (
              <li key={to}>
                <PlaceLink to={to}>
                  <Icon aria-hidden="true" className="size-5 shrink-0" />
                  {label}
                  {to === PAYOUTS_PATH && refundCount}
                </PlaceLink>
              </li>
            ))}
          </ul>
        </nav>
        <RecentlyVisited />
      </div>
      <div className="border-t border-line p-2">{account}</div>
    </div>
  )
}

function RecentlyVisited() {
  const visits = useRecentlyVisited()
  const headingId = useId()
  if (visits.length === 0) return null
  return (
    <nav aria-labelledby={headingId} className="mt-7">
      <h2 id={headingId} className="px-3 pb-1.5 text-xs font-semibold text-ink-faint">
        {texts.recentlyVisited}
      </h2>
      <ul className="space-y-0.5">
        {visits.map(({ id, pageHandle, pageName, profileImage }) => (
          <li key={id}>
            <PlaceLink to={`/${pageHandle}`} title={pageName}>
              {/* The spec replaces a missing picture with the handle's first letter. */}
              <Avatar name={pageHandle} handle={pageHandle} src={profileImage} size={32} className="-ms-1" />
              <span className="min-w-0 truncate text-sm">{pageName}</span>
            </PlaceLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A navigation link, marked when it leads to the current page. */
export function PlaceLink(props: Pick<LinkProps, 'to' | 'title' | 'children'>) {
  const here = useLocation().pathname.toLowerCase()
  const isHere = `${here}/`.startsWith(`${props.to.toLowerCase()}/`)
  return <Link {...props} aria-current={isHere ? 'page' : undefined} className={rowClassName} />
}
