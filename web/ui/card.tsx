import type { HTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

export type CardProps = {
  as?: 'div' | 'section' | 'li'
  /** `highlight` is the champagne of something recommended or celebrated. */
  tone?: 'plain' | 'highlight'
  /** `none` when a picture or a list reaches the edges. */
  padding?: 'none' | 'medium' | 'large'
  /** The whole card reacts to the pointer: for a card that holds one stretched link. */
  isInteractive?: boolean
} & HTMLAttributes<HTMLElement>

const paddingClassNames = { none: '', medium: 'p-5', large: 'p-6 sm:p-8' }

/** A raised surface with a hairline. Cards do not go inside cards. */
export function Card({
  as: Tag = 'div',
  tone = 'plain',
  padding = 'medium',
  isInteractive = false,
  className,
  ...rest
}: CardProps) {
  return (
    <Tag
      {...rest}
      className={classNames(
        'relative rounded-card border',
        tone === 'highlight' ? 'border-champagne-line bg-champagne' : 'border-line bg-paper-raised',
        paddingClassNames[padding],
        isInteractive && 'transition-colors duration-150 hover:border-line-strong',
        className,
      )}
    />
  )
}
