import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { BaseUIEvent } from '@base-ui/react/types'
import { type MouseEvent, useEffect, useRef } from 'react'

import { classNames } from './class-names.ts'
import { Link } from './link.tsx'
import type { MenuItem } from './menu-item.ts'

/** Where the focus goes as a menu opens: to the menu itself when it was a pointer. */
export type FirstFocus = 'first' | 'last' | 'menu'

interface MenuPopupProps {
  id: string
  items: readonly MenuItem[]
  /** The button it belongs to. */
  button: HTMLButtonElement
  isOpen: boolean
  firstFocus: FirstFocus
  align: 'start' | 'end'
  side: 'bottom' | 'top'
  isRow: boolean
  onClose: () => void
}

const LANDMARKS = 'dialog, main, nav, aside, header, footer'

/** What a Menu opens: Base UI has the keys, the typing and the place. Loaded by menu.tsx. */
export function MenuPopup(props: MenuPopupProps) {
  const { id, items, button, isOpen, firstFocus, align, side, isRow, onClose } = props

  // The button has the focus again before anything else happens, so a dialog that opens next returns it there.
  function close() {
    button.focus({ preventScroll: true })
    onClose()
  }
  return (
    <BaseMenu.Root
      open={isOpen}
      modal={false}
      orientation={isRow ? 'horizontal' : 'vertical'}
      onOpenChange={(_, details) => {
        const { target, relatedTarget = null } = details.event as Partial<FocusEvent>
        // A press on its button closes it by itself.
        if ([target, relatedTarget].some((to) => to instanceof Node && button.contains(to))) details.cancel()
        else if (details.reason === 'escape-key') close()
        else if (details.reason !== 'item-press') onClose()
      }}
    >
      {/* A modal dialog covers everything outside it; elsewhere the menu stays in its button's landmark. */}
      <BaseMenu.Portal container={button.closest(LANDMARKS) ?? undefined} className="contents">
        <BaseMenu.Positioner
          // In the browser's top layer: nothing cuts it off.
          popover="manual"
          ref={showPopover}
          anchor={button}
          positionMethod="fixed"
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="inset-auto m-0 overflow-visible border-0 bg-transparent p-0"
        >
          <BaseMenu.Popup
            id={id}
            aria-labelledby={button.id}
            finalFocus={false}
            onKeyDown={(event) => {
              if (event.key !== 'Tab') return
              // The browser goes on from the button.
              event.preventBaseUIHandler()
              close()
            }}
            className={classNames(
              'bg-paper-raised text-start font-sans text-base font-normal text-ink shadow-float outline-none transition-[opacity,translate] duration-120 data-ending-style:-translate-y-1 data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0',
              isRow
                ? 'flex max-w-(--available-width) flex-wrap rounded-3xl p-1'
                : 'max-h-(--available-height) w-max max-w-80 min-w-56 overflow-y-auto rounded-card p-1.5',
            )}
          >
            {items.map((item) => (
              <Entry key={item.id} {...{ item, isRow }} onDone={close} />
            ))}
            <TakeFocus wanted={firstFocus} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

function showPopover(element: HTMLElement | null) {
  element?.showPopover()
}

/** Focuses an entry for those who opened the menu with a key. */
function TakeFocus({ wanted }: { wanted: FirstFocus }) {
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const entries = ref.current?.parentElement?.querySelectorAll<HTMLElement>('[role="menuitem"]')
    if (wanted !== 'menu') [...(entries ?? [])].at(wanted === 'first' ? 0 : -1)?.focus()
  }, [wanted])
  return <span ref={ref} hidden />
}

function Entry({ item, isRow, onDone }: { item: MenuItem; isRow: boolean; onDone: () => void }) {
  const { to, href, isDisabled = false } = item
  const entry = {
    className: classNames(
      'select-none focus-visible:-outline-offset-2 not-aria-disabled:data-highlighted:bg-wash aria-disabled:text-ink-faint',
      isRow
        ? 'grid size-10 place-items-center rounded-full text-xl'
        : 'flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-start leading-tight',
      item.isDanger ? 'text-bad' : 'text-ink',
    ),
    onClick: (event: BaseUIEvent<MouseEvent>) => {
      // It would focus the entry again.
      event.preventBaseUIHandler()
      onDone()
      item.onSelect?.()
    },
    children: isRow ? (
      item.label
    ) : (
      <>
        {item.icon && (
          <span
            aria-hidden="true"
            className={classNames('shrink-0 [&>svg]:size-5', !item.isDanger && 'text-ink-faint')}
          >
            {item.icon}
          </span>
        )}
        <span className="min-w-0 flex-1">
          <span className="block wrap-break-word">{item.label}</span>
          {item.description && (
            <span className="mt-0.5 block truncate text-sm text-ink-faint">{item.description}</span>
          )}
        </span>
      </>
    ),
  }
  return (
    <>
      {item.startsGroup && <hr className="mx-3 my-1.5 border-0 border-t border-line" />}
      {!isDisabled && to !== undefined ? (
        <BaseMenu.LinkItem render={<Link to={to} />} {...entry} />
      ) : !isDisabled && href !== undefined ? (
        <BaseMenu.LinkItem href={href} {...entry} />
      ) : (
        <BaseMenu.Item disabled={isDisabled} {...entry} />
      )}
    </>
  )
}
