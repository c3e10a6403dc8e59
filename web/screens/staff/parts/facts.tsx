import type { ReactNode } from 'react'

/** Facts about one thing, each with its name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-3">{children}</dl>
}

interface FactProps {
  label: string
  /** On phones it has the whole width: what it says has no spaces to break at. */
  isLong?: boolean
  children: ReactNode
}

export function Fact({ label, isLong = false, children }: FactProps) {
  return (
    <div className={isLong ? 'col-span-full min-w-0 sm:col-span-1' : 'min-w-0'}>
      <dt className="text-sm text-ink-faint">{label}</dt>
      <dd className="mt-0.5 font-medium wrap-break-word tabular-nums">{children}</dd>
    </div>
  )
}

/** A fact in a row of a list, its name beside it. */
export function BriefFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0 text-ink-faint">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

/** A part of a place, under its heading. */
export function Part({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="mt-10">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-display text-xl">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** In place of rows where there are none. */
export function None({ children }: { children: ReactNode }) {
  return <p className="text-base text-ink-soft">{children}</p>
}
