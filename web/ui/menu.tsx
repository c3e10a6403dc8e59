import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

import type { MenuItem } from './menu-item.ts'
import type { FirstFocus, MenuPopup } from './menu-popup.tsx'
import { uiTexts } from './messages.ts'
import { toast } from './toast.tsx'
import { whenNear } from './when-near.ts'

/** Props for the button that opens a menu; spread them over a Button or an IconButton. */
export type MenuTriggerProps = {
  id: string
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
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
  /** Its entries are pictures in a row. */
  isRow?: boolean
}

interface Shown {
  Popup: typeof MenuPopup
  button: HTMLButtonElement
  firstFocus: FirstFocus
  isOpen: boolean
}

/** A button with a list of actions. The list's code is loaded once such a button is in sight, beside the page's own. */
export function Menu({ items, trigger, align = 'end', side = 'bottom', isRow = false }: MenuProps) {
  const buttonRef = useRef<HTMLButtonElement>(null)
  const id = useId()
  const popupId = `${id}-menu`
  const [shown, setShown] = useState<Shown | null>(null)
  const isOpen = shown?.isOpen === true

  useEffect(
    () =>
      buttonRef.current ? whenNear(buttonRef.current, () => void load().catch(() => null), 0) : undefined,
    [],
  )

  function close() {
    setShown((now) => now && { ...now, isOpen: false })
  }
  function open(firstFocus: FirstFocus) {
    const show = ({ MenuPopup: Popup }: Awaited<ReturnType<typeof load>>) => {
      const button = buttonRef.current
      if (button) setShown({ Popup, button, firstFocus, isOpen: true })
    }
    load().then(show, () => toast.error(uiTexts.menuNotLoaded))
  }

  return (
    <>
      {trigger({
        id,
        ref: buttonRef,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? popupId : undefined,
        onClick: (event) => {
          if (isOpen) close()
          // A click with a press count of zero comes from the keyboard.
          else open(event.detail === 0 ? 'first' : 'menu')
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          if (!isOpen) open(event.key === 'ArrowDown' ? 'first' : 'last')
        },
      })}
      {shown && <shown.Popup id={popupId} {...{ items, align, side, isRow, ...shown }} onClose={close} />}
    </>
  )
}

function load() {
  return import('./menu-popup.tsx')
}
