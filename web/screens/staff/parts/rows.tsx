import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

import { Link } from '#web/ui/link.tsx'

/** Rows of one list, in a card. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">{children}</ul>
}

export interface RowProps {
  /** null: the row leads nowhere. */
  to: string | null
  title: ReactNode
  badges?: ReactNode
  /** Below the title: who, when, how much. */
  meta?: ReactNode
  /** At the end: an amount. */
  end?: ReactNode
  children?: ReactNode
}

/** One row: its title leads on, and the whole row with it. */
export function Row({ to, title, badges, meta, end, children }: RowProps) {
  return (
    <li className="relative flex items-center gap-4 px-4 py-3.5 first:rounded-t-card last:rounded-b-card has-[a.row-link]:hover:bg-wash sm:px-5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {to === null ? (
            <span dir="auto" className="min-w-0 font-semibold wrap-break-word text-ink">
              {title}
            </span>
          ) : (
            <Link
              to={to}
              dir="auto"
              className="row-link min-w-0 font-semibold wrap-break-word text-ink before:absolute before:inset-0 before:content-['']"
            >
              {title}
            </Link>
          )}
          {badges}
        </div>
        {meta && <p className="mt-1 text-sm wrap-break-word text-ink-soft">{meta}</p>}
        {children}
      </div>
      {end && <div className="max-w-2/5 shrink-0 text-end font-medium tabular-nums">{end}</div>}
      {to !== null && <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />}
    </li>
  )
}
