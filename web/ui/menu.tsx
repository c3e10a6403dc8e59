import { MenuEntry } from './menu-entry.tsx'
import type { MenuItem } from './menu-item.ts'
import { placeMenu } from './menu-place.ts'
import { indexByTyping, nextIndex } from './roving-index.ts'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react'

/** Props for the button that opens a menu; spread them over a Button or an IconButton. */
export type MenuTriggerProps = {
  id: string
  ref: Ref<HTMLButtonElement>
  popoverTarget: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string
  onClick: (event: MouseEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
}

export type MenuProps = {
  items: MenuItem[]
  trigger: (props: MenuTriggerProps) => ReactNode
  /** The edge of the button the menu aligns with. */
  align?: 'start' | 'end'
  /** The side it opens on when there is space. */
  side?: 'bottom' | 'top'
}

/**
 * A button with a list of actions. The browser's popover provides the top layer (also above a dialog), Esc, the press
 * outside and returning the focus; ours are the arrow keys, typing, and the position.
 */
export function Menu({ items, trigger, align = 'end', side = 'bottom' }: MenuProps) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const popupRef = useRef<HTMLDivElement>(null)
  const firstFocus = useRef<'first' | 'last' | 'popup'>('popup')
  const triggerId = useId()
  const popupId = `${triggerId}-menu`
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    if (!isOpen) return undefined
    function place() {
      placeMenu(popupRef.current, triggerRef.current, align, side)
    }
    // Capturing: scrolling inside a panel moves the button too.
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [isOpen, align, side])

  function entries(): HTMLElement[] {
    return [...(popupRef.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  }
  function moveInside(event: KeyboardEvent<HTMLDivElement>) {
    const list = entries()
    const current = list.findIndex((entry) => entry === document.activeElement)
    if (event.key === 'Tab') {
      popupRef.current?.hidePopover()
      return
    }
    // A link handles Enter natively, but not the space bar.
    if (event.key === ' ' && list[current] instanceof HTMLAnchorElement) {
      event.preventDefault()
      list[current].click()
      return
    }
    const isLetter =
      event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    const next = isLetter
      ? indexByTyping(
          event.key,
          current,
          list.map((entry) => entry.textContent),
        )
      : nextIndex(event.key, current, list.length, ['ArrowUp', 'ArrowDown'])
    if (next === null) return
    event.preventDefault()
    list[next]?.focus()
  }

  return (
    <>
      {trigger({
        id: triggerId,
        ref: triggerRef,
        popoverTarget: popupId,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': popupId,
        onClick: (event) => {
          // A click with a press count of zero comes from the keyboard.
          firstFocus.current = event.detail === 0 ? 'first' : 'popup'
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          firstFocus.current = event.key === 'ArrowDown' ? 'first' : 'last'
          if (!isOpen) popupRef.current?.showPopover()
        },
      })}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus goes to its entries */}
      <div
        ref={popupRef}
        id={popupId}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-labelledby={triggerId}
        onKeyDown={moveInside}
        onBeforeToggle={(event) => {
          if (event.newState === 'open') placeMenu(popupRef.current, triggerRef.current, align, side)
        }}
        onToggle={(event) => {
          setIsOpen(event.newState === 'open')
          if (event.newState !== 'open') return
          const wanted =
            firstFocus.current === 'popup'
              ? popupRef.current
              : entries().at(firstFocus.current === 'first' ? 0 : -1)
          wanted?.focus()
        }}
        className="fixed inset-auto m-0! w-max max-w-80 min-w-56 overflow-y-auto rounded-card border-0 bg-paper-raised p-1.5 text-start font-sans text-base font-normal text-ink opacity-0 shadow-float outline-none transition-[opacity,translate,overlay,display] transition-discrete duration-120 open:translate-y-0 open:opacity-100 starting:open:-translate-y-1 starting:open:opacity-0"
      >
        {items.map((item) => (
          <MenuEntry key={item.id} item={item} onDone={() => popupRef.current?.hidePopover()} />
        ))}
      </div>
    </>
  )
}
