import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type EmptyStateProps = {
  icon?: ReactNode
  title: ReactNode
  /** The next step, in a sentence. */
  children?: ReactNode
  /** The button that does it. */
  action?: ReactNode
  className?: string
}

/** An empty list. */
export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        'flex flex-col items-center rounded-card border border-dashed border-line px-6 py-12 text-center',
        className,
      )}
    >
      {icon && (
        <span
          aria-hidden="true"
          className="mb-4 grid size-12 place-items-center rounded-full bg-brand-soft text-brand [&>svg]:size-6"
        >
          {icon}
        </span>
      )}
      <p className="font-display text-xl">{title}</p>
      {children && <div className="mt-2 max-w-form text-base text-ink-soft">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
