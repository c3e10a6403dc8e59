import { classNames } from './class-names.ts'
import { Link } from './link.tsx'
import type { MenuItem } from './menu-item.ts'
import type { PointerEvent } from 'react'

// One highlight only: the pointer moves the focus along.
function takeFocus(event: PointerEvent<HTMLElement>) {
  if (event.pointerType === 'mouse') event.currentTarget.focus({ preventScroll: true })
}

/** One line of a Menu. */
export function MenuEntry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const entry = {
    role: 'menuitem',
    tabIndex: -1,
    'aria-disabled': item.isDisabled || undefined,
    onPointerMove: takeFocus,
    className: classNames(
      'flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-start leading-tight select-none focus:bg-wash focus-visible:-outline-offset-2 aria-disabled:bg-transparent aria-disabled:text-ink-faint',
      item.isDanger ? 'text-bad' : 'text-ink',
    ),
    // Closed first: the button has the focus again before a dialog opens, so the dialog returns it there.
    onClick: () => {
      if (item.isDisabled) return
      onDone()
      item.onSelect?.()
    },
  }
  const content = (
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
  )
  return (
    <>
      {item.startsGroup && <hr className="mx-3 my-1.5 border-0 border-t border-line" />}
      {item.to !== undefined && !item.isDisabled ? (
        <Link to={item.to} {...entry}>
          {content}
        </Link>
      ) : item.href !== undefined && !item.isDisabled ? (
        <a href={item.href} {...entry}>
          {content}
        </a>
      ) : (
        <button type="button" {...entry}>
          {content}
        </button>
      )}
    </>
  )
}
