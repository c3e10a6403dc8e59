import type { ComponentProps, MouseEvent } from 'react'
import { createPath, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** Takes the present entry's place in the history. */
  replace?: boolean
}

/**
 * A link within the product. The router's own carries the prefetching of its framework along, 2 KB that nobody calls;
 * what is pressed with a modifier key, or opens elsewhere, stays the browser's.
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
    // Pressed again where it leads: going back should not have to pass the same place twice.
    void navigate(to, { replace: replace ?? createPath(here) === createPath(there) })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the browser makes a click of Enter on a link
    <a {...rest} href={href} target={target} onClick={press}>
      {children}
    </a>
  )
}
