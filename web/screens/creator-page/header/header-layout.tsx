import type { ReactNode } from 'react'

/** Where the picture overlaps the banner. */
export const PICTURE_PLACE = 'relative -mt-12 flex sm:-mt-16'

/** The banner, and below it the picture, the words and what one can do: the same whoever looks, and for its owner's changes. */
export function HeaderLayout({
  banner,
  picture,
  actions,
  children,
}: {
  banner: ReactNode
  picture: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <header>
      {banner}
      <div className="flex flex-wrap items-start gap-x-3 gap-y-3 sm:gap-x-6 sm:px-6">
        {picture}
        {/* Where it isn't as wide as that, the buttons have a line of their own. */}
        <div className="order-last w-full min-w-0 sm:order-none sm:w-auto sm:flex-1 sm:basis-80 sm:pt-4">
          {children}
        </div>
        {actions}
      </div>
    </header>
  )
}
