import { formatDay } from '#contract/dates.ts'
import { Link } from '#web/ui/link.tsx'

import { overviewTexts as texts } from './messages.ts'
import type { TileFacts } from './tiles.ts'

/** How many of something wait, and until when the first one can. */
export function Tile({ to, label, count, dueAt }: TileFacts) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full flex-col rounded-card border border-line bg-paper-raised p-5 transition-colors duration-150 hover:border-line-strong"
      >
        <span className="font-display text-3xl tabular-nums">{texts.count(count)}</span>
        <span className="mt-1 font-medium">{label}</span>
        {dueAt !== null && (
          <span className="mt-1 text-sm text-ink-soft">{texts.first(formatDay(dueAt))}</span>
        )}
      </Link>
    </li>
  )
}
