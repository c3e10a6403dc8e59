import type { ReactNode } from 'react'

import { usePageConfig } from '#web/page-data.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { avatarTintClassName } from '#web/ui/avatar-tint.ts'
import { classNames } from '#web/ui/class-names.ts'

import { doorwayTexts as texts } from './messages.ts'

type DoorwayCardProps = {
  name: string
  handle: string
  /** Addresses; tints stand in for pictures that aren't there. */
  avatar?: string | null
  banner?: string | null
  /** Repeats what is being typed: nothing for screen readers. */
  isSketch?: boolean
  className?: string
  children: ReactNode
}

/** A creator's page in small: one row on phones, a card with its banner where there is room. */
export function DoorwayCard({
  name,
  handle,
  avatar,
  banner,
  isSketch = false,
  className,
  children,
}: DoorwayCardProps) {
  return (
    <div
      aria-hidden={isSketch || undefined}
      className={classNames(
        'overflow-hidden rounded-card border border-line bg-paper-raised lg:border-0 lg:shadow-float',
        className,
      )}
    >
      <div className={classNames('tint aspect-3/1 max-lg:hidden', avatarTintClassName(handle))}>
        {banner && <img src={banner} alt="" loading="lazy" className="size-full object-cover" />}
      </div>
      <div className="flex items-center gap-4 p-4 lg:block lg:px-6 lg:pt-0 lg:pb-6">
        <Avatar
          name={name}
          handle={handle}
          src={avatar}
          size={64}
          isEager
          className="lg:relative lg:-mt-8 lg:ring-4 lg:ring-paper-raised"
        />
        <div className="min-w-0 lg:mt-3">{children}</div>
      </div>
    </div>
  )
}

/** A page that doesn't exist yet, as far as it has a name. */
export function PageSketch({ name, handle }: { name: string; handle: string }) {
  const { handlePrefix } = usePageConfig()
  return (
    <DoorwayCard name={name} handle={handle} isSketch>
      <p className={`font-display text-xl wrap-anywhere ${name.trim() === '' ? 'text-ink-faint' : ''}`}>
        {name.trim() === '' ? texts.yourPage : name}
      </p>
      <p dir="ltr" className="mt-0.5 text-ink-soft wrap-anywhere">
        {handlePrefix}
        {handle}
      </p>
    </DoorwayCard>
  )
}
