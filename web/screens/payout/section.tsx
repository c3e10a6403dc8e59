import { type ReactNode, useId } from 'react'

/** A titled part of the dashboard. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="font-display text-xl">
        {title}
      </h2>
      <div className="mt-5">{children}</div>
    </section>
  )
}
