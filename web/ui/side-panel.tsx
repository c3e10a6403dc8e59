import { type MouseEvent, type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { openModally } from './open-dialogs.ts'

export type SidePanelProps = {
  id: string
  label: string
  side: 'left' | 'right'
  isOpen: boolean
  onClose: () => void
  /** A media query: at this width the page shows the panel's content itself, so the panel closes. */
  closesAt: string
  children: ReactNode
}

const sideClassNames = {
  left: 'start-0 not-open:-translate-x-full starting:open:-translate-x-full rtl:not-open:translate-x-full rtl:starting:open:translate-x-full',
  right:
    'end-0 start-auto not-open:translate-x-full starting:open:translate-x-full rtl:not-open:-translate-x-full rtl:starting:open:-translate-x-full',
}

/**
 * A panel that slides in from a side. A modal `<dialog>`: the browser keeps the focus inside, makes the page behind it
 * inert, closes it on Esc and returns the focus.
 */
export function SidePanel({ id, label, side, isOpen, onClose, closesAt, children }: SidePanelProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !isOpen) return undefined
    const closeAgain = openModally(dialog)
    // Turned to landscape, a phone may become wide enough to do without.
    const wide = window.matchMedia(closesAt)
    const widened = new AbortController()
    wide.addEventListener('change', () => close(), { signal: widened.signal })
    return () => {
      widened.abort()
      closeAgain()
    }
  }, [isOpen, closesAt])

  function press(event: MouseEvent<HTMLDialogElement>) {
    const isBeside = event.target === event.currentTarget
    // Closed before the next page renders: an inert page can't take the focus.
    const isLink = event.target instanceof Element && event.target.closest('a') !== null
    if (isBeside || isLink) onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the press beside the panel is a second way to Esc
    <dialog
      ref={ref}
      id={id}
      aria-label={label}
      onClose={onClose}
      onClick={press}
      className={classNames(
        'fixed inset-y-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-paper text-ink transition-[translate,overlay,display] duration-180 transition-discrete ease-out backdrop:bg-scrim backdrop:opacity-0 backdrop:transition-[opacity,overlay,display] backdrop:duration-180 backdrop:transition-discrete open:translate-x-0 open:backdrop:opacity-100 starting:open:backdrop:opacity-0',
        sideClassNames[side],
      )}
    >
      {/* Fills the panel, so a press on the dialog itself is a press outside. */}
      <div className="relative flex h-full flex-col">{children}</div>
    </dialog>
  )
}
