import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

import { IconButton } from '#web/ui/icon-button.tsx'

export interface DrawerProps {
  id: string
  label: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A panel that slides in from the left. A modal `<dialog>`: the browser keeps the focus inside, makes the page behind
 * it inert and closes it on Esc.
 */
export function Drawer({ id, label, isOpen, onClose, children }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !isOpen) return undefined
    dialog.showModal()
    return () => dialog.close()
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
      aria-label={label}
      onClose={onClose}
      onClick={press}
      className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] -translate-x-full bg-paper text-ink transition-[translate,overlay,display] duration-180 transition-discrete ease-out backdrop:bg-scrim backdrop:opacity-0 backdrop:transition-[opacity,overlay,display] backdrop:duration-180 backdrop:transition-discrete open:translate-x-0 open:backdrop:opacity-100 starting:open:-translate-x-full starting:open:backdrop:opacity-0 lg:hidden"
    >
      <div className="relative h-full">
        {children}
        <IconButton
          label="Close menu"
          icon={<X aria-hidden="true" />}
          onClick={onClose}
          className="absolute top-5 right-3"
        />
      </div>
    </dialog>
  )
}
