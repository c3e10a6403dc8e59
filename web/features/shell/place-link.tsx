import type { ReactNode } from 'react'

import { useLocation } from '#web/routing/location.ts'
import { Link } from '#web/ui/link.tsx'

export const rowClassName =
  'flex min-h-9.5 items-center gap-2.5 rounded-control px-3 text-[0.9375rem] font-medium text-ink-soft transition-colors duration-120 hover:bg-wash hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand pointer-coarse:min-h-11'

/** A navigation link, marked when it leads to the current page, or one below it unless `isExact`. */
export function PlaceLink({
  isExact = false,
  ...link
}: {
  to: string
  title?: string
  isExact?: boolean
  children: ReactNode
}) {
  return (
    <Link
      {...link}
      aria-current={useIsHere(link.to, isExact) ? 'page' : undefined}
      className={rowClassName}
    />
  )
}

/** Whether a place is the current page, or is above it. */
export function useIsHere(to: string, isExact = false): boolean {
  const here = useLocation().pathname.toLowerCase()
  const there = to.toLowerCase()
  return here === there || (!isExact && here.startsWith(`${there}/`))
}
