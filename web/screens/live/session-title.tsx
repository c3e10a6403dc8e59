import { liveListPath, STUDIO_LIVE_PATH } from '#contract/live/live-address.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { beginningOf, formatStart } from '#contract/live/when.ts'
import { StateBadge } from '#web/features/live-state/state-badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

import { liveTexts } from './messages.ts'

/** What a session is called, when it is, and what it is at the moment. */
export function SessionTitle({
  session,
  pageName,
  isLarge = false,
  isShort = false,
}: {
  session: LiveSession
  /** Whose it is, where that isn't the reader. */
  pageName?: string | null
  isLarge?: boolean
  /** There is little room: a picture stands above it. */
  isShort?: boolean
}) {
  const { title, state, pageHandle } = session
  const begins = beginningOf(session)
  if (isShort)
    return (
      <div className="flex min-h-11 min-w-0 flex-1 basis-56 items-center gap-3">
        <h1 dir="auto" className="line-clamp-2 min-w-0 text-start font-display text-lg wrap-break-word">
          {title}
        </h1>
        <StateBadge state={state} />
      </div>
    )
  return (
    <div className={classNames('flex min-w-0 flex-col gap-2', isLarge && 'items-center gap-3')}>
      <p
        className={classNames(
          'flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-faint',
          isLarge && 'justify-center',
        )}
      >
        <Link
          to={pageName == null ? STUDIO_LIVE_PATH : liveListPath(pageHandle)}
          className="inline-flex min-h-11 items-center hover:underline"
        >
          {pageName == null ? liveTexts.list.title : liveTexts.list.titleOf(pageName)}
        </Link>
        <StateBadge state={state} />
      </p>
      <h1
        dir="auto"
        className={classNames(
          'font-display text-balance wrap-break-word',
          isLarge ? 'text-3xl sm:text-4xl' : 'text-start text-2xl',
        )}
      >
        {title}
      </h1>
      <time dateTime={begins} className="text-base text-ink-soft">
        {formatStart(begins)}
      </time>
    </div>
  )
}
