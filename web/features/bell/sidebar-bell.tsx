import { Bell } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'

import { useLocation } from '#web/routing/location.ts'
import { Link } from '#web/ui/link.tsx'

import { Count } from './count.tsx'
import { LateNoticeList } from './late-notice-list.tsx'
import { bellTexts as texts } from './messages.ts'
import { ReadAll } from './read-all.tsx'
import { useBadges } from './use-badges.ts'

const NEWEST = 8

/** The bell among the sidebar's rows: a press shows the newest beside it. */
export function SidebarBell({ className }: { className: string }) {
  const { notifications } = useBadges()
  const isHere = useLocation().pathname === '/notifications'
  const inside = (
    <>
      <Bell aria-hidden="true" className="size-5 shrink-0" />
      {texts.title}
      <Count of={notifications} said={texts.unread(notifications)} className="ms-auto" />
    </>
  )
  if (isHere)
    return (
      <Link to="/notifications" aria-current={isHere ? 'page' : undefined} className={className}>
        {inside}
      </Link>
    )
  return (
    <Newest className={className} isAnyUnread={notifications > 0}>
      {inside}
    </Newest>
  )
}

/** The browser's popover brings the top layer, Esc, the press outside, and the focus back. */
function Newest({
  className,
  isAnyUnread,
  children,
}: {
  className: string
  isAnyUnread: boolean
  children: ReactNode
}) {
  const id = useId()
  const popupRef = useRef<HTMLDialogElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => popupRef.current?.hidePopover()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={`${className} w-full text-start`}
      >
        {children}
      </button>
      <dialog
        ref={popupRef}
        id={id}
        popover="auto"
        tabIndex={-1}
        aria-label={texts.title}
        onToggle={(event) => {
          setIsOpen(event.newState === 'open')
          if (event.newState === 'open') popupRef.current?.focus()
        }}
        className="fixed inset-auto start-54 top-3 m-0 flex-col overflow-hidden rounded-card border-0 bg-paper-raised p-0 text-start text-base font-normal text-ink opacity-0 shadow-float outline-none transition-[opacity,translate,overlay,display] transition-discrete duration-120 open:flex open:opacity-100 starting:open:opacity-0 max-h-[min(44rem,calc(100dvh-1.5rem))] w-104"
      >
        {isOpen && (
          <>
            <div className="flex shrink-0 items-center justify-between gap-3 px-5 pt-4 pb-2">
              <h2 className="font-display text-xl">{texts.title}</h2>
              <ReadAll isAnyUnread={isAnyUnread} />
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
              <LateNoticeList limit={NEWEST} isShort onFollow={close} />
            </div>
            <div className="shrink-0 border-t border-line p-2">
              <Link
                to="/notifications"
                onClick={close}
                className="flex min-h-11 items-center justify-center rounded-control font-semibold text-brand hover:bg-wash"
              >
                {texts.showAll}
              </Link>
            </div>
          </>
        )}
      </dialog>
    </>
  )
}
