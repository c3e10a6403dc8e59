import { type ReactNode, useId } from 'react'

/** One topic of the page. */
export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="border-t border-line pt-8 first:border-t-0 first:pt-0">
      <h2 id={headingId} className="font-display text-xl">
        {title}
      </h2>
      {hint && <p className="mt-1 text-base text-ink-soft">{hint}</p>}
      <div className="mt-5">{children}</div>
    </section>
  )
}
