import { type ReactNode, useId } from 'react'

/** One topic of the settings: its name at the top, its controls below. */
export function SettingsSection({
  id,
  title,
  hint,
  children,
}: {
  /** For links to it. */
  id?: string
  title: string
  hint?: ReactNode
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="scroll-mt-14 border-t border-line pt-8 first:border-t-0 first:pt-0 lg:scroll-mt-4"
    >
      <h2 id={headingId} className="font-display text-xl">
        {title}
      </h2>
      {hint && <p className="mt-1 text-base text-ink-soft">{hint}</p>}
      <div className="mt-5">{children}</div>
    </section>
  )
}
