import type { ReactNode } from 'react'

export type PageHeaderProps = {
  title: ReactNode
  subtitle?: ReactNode
  /** Buttons at the right; below on phones. */
  actions?: ReactNode
  /** One icon at the right of the title, on phones as well. */
  action?: ReactNode
}

/** A screen's only h1 and the controls that belong to it. */
export function PageHeader({ title, subtitle, actions, action }: PageHeaderProps) {
  return (
    <header className="flex flex-col gap-5 sm:flex-row sm:items-end sm:justify-between">
      <div className={action ? 'min-w-0 flex-1' : 'min-w-0'}>
        <div className="flex items-center justify-between gap-3">
          <h1 className="font-display text-2xl sm:text-3xl">{title}</h1>
          {action}
        </div>
        {subtitle && <p className="mt-2 max-w-reading text-base text-ink-soft">{subtitle}</p>}
      </div>
      {actions && <div className="flex shrink-0 flex-wrap gap-3">{actions}</div>}
    </header>
  )
}
