import { X } from 'lucide-react'
import { type MouseEvent, useEffectEvent, useLayoutEffect, useRef } from 'react'

import { siteMessages } from '#contract/site/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Logo } from '#web/ui/logo.tsx'

/** Where the top bar shows its buttons itself. */
const WIDE = '(min-width: 40rem)'

/**
 * The top bar's two buttons on small screens. A modal `<dialog>`: the browser keeps the focus inside, closes it on Esc
 * and gives the focus back.
 */
export function SlideInMenu({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)

  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !isOpen) return undefined
    dialog.showModal()
    // Turned to landscape, a phone may become wide enough to do without.
    const wide = window.matchMedia(WIDE)
    const widened = new AbortController()
    wide.addEventListener('change', () => close(), { signal: widened.signal })
    return () => {
      widened.abort()
      dialog.close()
    }
  }, [isOpen])

  function press(event: MouseEvent<HTMLDialogElement>) {
    const isBeside = event.target === event.currentTarget
    // Closed before the next page stands: the focus could not go there while it is inert.
    const isLink = event.target instanceof Element && event.target.closest('a') !== null
    if (isBeside || isLink) onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the press beside the panel is a second way to Esc
    <dialog
      ref={ref}
      id={id}
      aria-label="Menu"
      onClose={onClose}
      onClick={press}
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-72 max-w-[85vw] translate-x-full bg-paper text-ink transition-[translate,overlay,display] duration-180 transition-discrete ease-out backdrop:bg-scrim backdrop:opacity-0 backdrop:transition-[opacity,overlay,display] backdrop:duration-180 backdrop:transition-discrete open:translate-x-0 open:backdrop:opacity-100 starting:open:translate-x-full starting:open:backdrop:opacity-0"
    >
      {/* Fills the panel, so that a press on the dialog itself is one beside it. */}
      <div className="flex h-full flex-col px-5 pb-6">
        <div className="flex h-16 items-center justify-between">
          <Logo />
          <IconButton
            label="Close menu"
            icon={<X aria-hidden="true" />}
            onClick={onClose}
            className="-mr-2"
          />
        </div>
        <nav aria-label="Account" className="mt-4 flex flex-col gap-3">
          <Button isFullWidth to="/login">
            {siteMessages.logIn}
          </Button>
          <Button isFullWidth variant="primary" to="/signup">
            {siteMessages.create}
          </Button>
        </nav>
        <p className="mt-auto text-sm text-ink-soft">{siteMessages.tagline}</p>
      </div>
    </dialog>
  )
}
