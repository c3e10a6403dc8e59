import type { ComponentProps, MouseEvent } from 'react'
import { createPath, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** Replaces the current history entry. */
  replace?: boolean
}

/**
 * A link within the product. The router's own includes its framework's prefetching, which we never use; presses
 * with a modifier key, or links that open elsewhere, are left to the browser.
 */
export function Link({ to, replace, target, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const here = useLocation()
  const there = useResolvedPath(to)
  const navigate = useNavigate()

  function press(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const { button, metaKey, altKey, ctrlKey, shiftKey } = event
    const isOurs = button === 0 && (target ?? '_self') === '_self'
    if (event.defaultPrevented || !isOurs || metaKey || altKey || ctrlKey || shiftKey) return
    event.preventDefault()
    // Pressed again on its own page: going back shouldn't pass the same place twice.
    void navigate(to, { replace: replace ?? createPath(here) === createPath(there) })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the browser makes a click of Enter on a link
    <a {...rest} href={href} target={target} onClick={press}>
      {children}
    </a>
  )
}
