import { type ReactNode, useId } from 'react'

/** A part of Explore under its heading. */
export function Section({
  title,
  subtitle,
  children,
}: {
  title: string
  subtitle?: string
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="mt-10">
      <h2 id={headingId} className="font-display text-xl">
        {title}
      </h2>
      {subtitle && <p className="mt-0.5 text-sm text-ink-faint">{subtitle}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
