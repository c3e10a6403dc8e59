import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import { Link } from './link.tsx'

export type PageHeaderProps = {
  title: ReactNode
  subtitle?: ReactNode
  /** At the right, on the title's line; below it where there is no room. */
  actions?: ReactNode
}

/** A screen's only h1 and the controls that belong to it. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 sm:gap-y-1">
      {/* As high as a button, with or without one beside it. */}
      <h1 className="min-h-11 min-w-0 content-center font-display text-2xl sm:flex-1 sm:text-3xl">{title}</h1>
      {actions && <div className="flex flex-wrap items-center gap-3 sm:shrink-0">{actions}</div>}
      {subtitle && (
        <p className="basis-full text-base text-ink-soft">
          <span className="block max-w-reading">{subtitle}</span>
        </p>
      )}
    </header>
  )
}

export type PageProps = PageHeaderProps & {
  /** One line over the title, such as a {@link BackLink}. It doesn't move the title. */
  above?: ReactNode
  /** Text and lists that are read line by line. */
  isNarrow?: boolean
  children: ReactNode
}

/** A screen in the members' layout: the title begins at the same place on every one of them. */
export function Page({ above, isNarrow = false, children, ...header }: PageProps) {
  return (
    <div className="relative mx-auto max-w-page px-4 pt-9 pb-20 sm:px-6 sm:pt-11 lg:px-10">
      {above && (
        <div className="absolute inset-x-4 top-0 flex h-9 items-center sm:h-11 sm:inset-x-6 lg:inset-x-10">
          {above}
        </div>
      )}
      <PageHeader {...header} />
      <div className={classNames('mt-6 sm:mt-8', isNarrow && 'max-w-reading')}>{children}</div>
    </div>
  )
}

/** Leads to the page above this one. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-ms-1 inline-flex min-h-11 min-w-0 items-center gap-1 rounded-small text-sm font-medium text-ink-soft hover:text-ink hover:underline"
    >
      <ChevronLeft aria-hidden="true" className="size-4 shrink-0 rtl:-scale-x-100" />
      <span className="min-w-0 truncate">{children}</span>
    </Link>
  )
}
