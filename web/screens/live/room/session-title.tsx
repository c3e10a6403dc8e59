import { ArrowLeft } from 'lucide-react'

import { liveListPath, STUDIO_LIVE_PATH } from '#contract/live/live-address.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { beginningOf, formatStart } from '#contract/live/when.ts'
import { StateBadge } from '#web/features/live-state/state-badge.tsx'
import { clockTime } from '#web/features/time/clock-time.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

import { liveTexts } from '../messages.ts'

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
  const listPath = pageName == null ? STUDIO_LIVE_PATH : liveListPath(pageHandle)
  const listTitle = pageName == null ? liveTexts.list.title : liveTexts.list.titleOf(pageName)
  if (isShort)
    return (
      <div className="flex min-h-11 min-w-0 flex-1 basis-56 items-center gap-1">
        <Link
          to={listPath}
          title={listTitle}
          className="-ms-2.5 inline-grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-wash hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
          <span className="sr-only">{listTitle}</span>
        </Link>
        <div className="min-w-0">
          <h1
            dir="auto"
            className="line-clamp-2 text-start font-display text-lg leading-tight wrap-break-word"
          >
            {title}
          </h1>
          {state === 'live' ? <LiveSince session={session} /> : <StateBadge state={state} />}
        </div>
      </div>
    )
  return (
    <div className={classNames('flex min-w-0 flex-col', isLarge ? 'gap-3' : 'gap-2')}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-faint">
        <Link to={listPath} className="inline-flex min-h-11 items-center hover:underline">
          {listTitle}
        </Link>
        {state !== 'live' && <StateBadge state={state} />}
      </p>
      <h1
        dir="auto"
        className={classNames(
          'text-start font-display text-balance wrap-break-word',
          isLarge ? 'text-3xl sm:text-4xl' : 'text-2xl',
        )}
      >
        {title}
      </h1>
      {state === 'live' ? (
        <LiveSince session={session} />
      ) : (
        <time dateTime={begins} className="text-base text-ink-soft">
          {formatStart(begins)}
        </time>
      )}
    </div>
  )
}

/** "Live now, since 15:30 · 3 people here". When it was planned for no longer matters. */
function LiveSince({ session }: { session: LiveSession }) {
  const { present } = session
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
      <span aria-hidden="true" className="size-2.5 rounded-full bg-bad-fill" />
      <span className="font-semibold text-bad">{liveTexts.liveSince(clockTime(beginningOf(session)))}</span>
      {present > 0 && <span>{liveTexts.present(present)}</span>}
    </p>
  )
}
