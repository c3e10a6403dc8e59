import { CalendarClock } from 'lucide-react'
import { useState } from 'react'

import { openUntilText, opensText } from '#contract/audiences/summary.ts'
import { useIsHydrated } from '#web/features/form/use-is-hydrated.ts'

import type { Post } from './post.ts'

export type ReleaseLineProps = Pick<Post, 'opensNext' | 'closesNext' | 'publishedAt'>

/** "Opens for Buzzed on 3 May", or "Open to everyone until 3 May". */
export function ReleaseLine({ opensNext, closesNext, publishedAt }: ReleaseLineProps) {
  const isHydrated = useIsHydrated()
  const [here] = useState(whereabouts)
  const step = opensNext ?? closesNext
  if (!step) return null
  // The server's pages are kept, and written in UTC; the browser knows when and where they are read.
  const where = isHydrated ? here : { now: new Date(publishedAt) }
  return (
    <span className="flex items-start gap-2 text-sm text-ink-soft">
      <CalendarClock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint" />
      <time dateTime={step.at} className="min-w-0 wrap-break-word">
        {opensNext ? opensText(step, where) : openUntilText(step, where)}
      </time>
    </span>
  )
}

function whereabouts() {
  return { now: new Date(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}
