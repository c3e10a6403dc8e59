import type { ReactNode } from 'react'

import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

import { liveStateTexts as texts } from './messages.ts'

/** How the bar looks, whether it leads to one session or opens a menu of several. */
export const LIVE_BAR =
  'flex min-h-11 w-full items-center gap-3.5 rounded-card border border-line bg-paper-raised px-3.5 py-1.5 text-start text-base leading-tight transition-colors duration-120 hover:bg-wash'

interface LivePage {
  pageName: string
  pageHandle: string
  profileImage: string | null
}

/** Says that a page is live, and leads there. */
export function LiveBar({
  page,
  title,
  to,
  className,
  onFollow,
}: {
  page: LivePage
  /** Of the session. */
  title: string
  to: string
  className?: string | undefined
  onFollow?: (() => void) | undefined
}) {
  return (
    <Link to={to} onClick={onFollow} className={classNames(LIVE_BAR, className)}>
      <LiveFace page={page} />
      <LiveWords title={title}>{texts.isLive(page.pageName)}</LiveWords>
    </Link>
  )
}

export function LiveFace({ page: { pageName, pageHandle, profileImage } }: { page: LivePage }) {
  return <Avatar name={pageName} handle={pageHandle} src={profileImage} size={32} isLive />
}

export function LiveWords({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <>
      <span className="line-clamp-2 min-w-0 flex-1 wrap-break-word">
        <span className="font-semibold">{children}</span>{' '}
        {title !== undefined && <bdi className="ms-1 text-ink-soft max-sm:hidden">{title}</bdi>}
      </span>{' '}
      <span className="shrink-0 font-semibold text-brand">{texts.watch}</span>
    </>
  )
}
