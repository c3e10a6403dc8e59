import type { ComponentProps, MouseEvent } from 'react'

import { navigate } from '#web/routing/navigate.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** Replaces the current history entry. */
  replace?: boolean
}

/**
 * A link within the product. Presses with a modifier key, or links that open elsewhere, are left to the browser.
 */
export function Link({ to, replace, target, onClick, children, ...rest }: LinkProps) {
  function press(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const { button, metaKey, altKey, ctrlKey, shiftKey } = event
    const isOurs = button === 0 && (target ?? '_self') === '_self'
    if (event.defaultPrevented || !isOurs || metaKey || altKey || ctrlKey || shiftKey) return
    event.preventDefault()
    // Pressed again on its own page: going back shouldn't pass the same place twice.
    navigate(to, { replace: replace ?? event.currentTarget.href === window.location.href })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the browser makes a click of Enter on a link
    <a {...rest} href={to} target={target} onClick={press}>
      {children}
    </a>
  )
}
