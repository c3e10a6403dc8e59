import { ChevronLeft, ChevronRight } from 'lucide-react'

import type { OutputOf } from '#contract/http/route.ts'
import type { getPostByAddress } from '#contract/posts/calls.ts'
import { nameOfPost } from '#web/features/post-card/post-title.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

import { postPageTexts as texts } from './messages.ts'

type Neighbour = OutputOf<typeof getPostByAddress>['next']

/** The posts that were published before and after this one. */
export function Neighbours({ previous, next }: { previous: Neighbour; next: Neighbour }) {
  if (!previous && !next) return null
  return (
    <nav aria-label={texts.around} className="mt-12 grid gap-3 border-t border-line pt-8 sm:grid-cols-2">
      {previous && <Way to={previous} label={texts.previous} isNext={false} />}
      {next && <Way to={next} label={texts.next} isNext />}
    </nav>
  )
}

function Way({ to, label, isNext }: { to: NonNullable<Neighbour>; label: string; isNext: boolean }) {
  const Arrow = isNext ? ChevronRight : ChevronLeft
  return (
    <Link
      to={to.path}
      className={classNames(
        'flex min-w-0 flex-col gap-1 rounded-card border border-line p-4 transition-colors duration-120 hover:border-line-strong',
        isNext && 'sm:col-start-2 sm:items-end sm:text-end',
      )}
    >
      <span
        className={classNames(
          'flex items-center gap-1 text-sm text-ink-faint',
          isNext && 'flex-row-reverse max-sm:justify-between',
        )}
      >
        <Arrow aria-hidden="true" className="size-4" />
        {label}
      </span>
      <p dir="auto" className="line-clamp-2 w-full font-semibold text-ink wrap-break-word">
        {nameOfPost(to)}
      </p>
    </Link>
  )
}
