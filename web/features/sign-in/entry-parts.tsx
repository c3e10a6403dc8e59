import type { ReactNode } from 'react'

import { Link } from '#web/ui/link.tsx'

/** The heading of a page in the entry frame. */
export function EntryHeading({ title, subtitle }: { title: ReactNode; subtitle?: ReactNode }) {
  return (
    <header className="mb-8">
      <h1 className="font-display text-3xl">{title}</h1>
      {subtitle && <p className="mt-2 text-lg text-ink-soft">{subtitle}</p>}
    </header>
  )
}

/** The line under a form that links to the other form. */
export function OtherWay({ question, to, label }: { question: string; to: string; label: string }) {
  return (
    <p className="mt-6 flex flex-wrap items-center justify-center gap-x-1.5 text-ink-soft">
      {question}
      <Link
        to={to}
        className="inline-flex min-h-11 items-center rounded-control font-semibold text-brand hover:underline"
      >
        {label}
      </Link>
    </p>
  )
}

/** A button that reads like a link in a sentence. */
export function InlineButton({ onClick, children }: { onClick: () => void; children?: ReactNode }) {
  return (
    <button
      type="button"
      className="rounded-small font-semibold text-brand underline underline-offset-3"
      onClick={onClick}
    >
      {children}
    </button>
  )
}
