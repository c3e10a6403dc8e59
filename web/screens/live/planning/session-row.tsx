import { Lock } from 'lucide-react'

import { livePath, studioLivePath } from '#contract/live/live-address.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { beginningOf, formatShortStart } from '#contract/live/when.ts'
import { StateBadge } from '#web/features/live-state/state-badge.tsx'
import { Link } from '#web/ui/link.tsx'

import { liveTexts as texts } from '../messages.ts'
import { reasonOf } from '../session-door.tsx'

const LINK = 'after:absolute after:inset-0 hover:underline'

/** A session in a list: when it is, what it is about, and what opens it. */
export function SessionRow({ session, isStudio }: { session: LiveSession; isStudio: boolean }) {
  const { _id, pageHandle, title, text, state, door } = session
  const begins = beginningOf(session)
  const isLocked = door === 'locked'
  return (
    <li className="relative flex flex-col gap-1.5 py-5 sm:flex-row sm:gap-6">
      <time dateTime={begins} className="shrink-0 text-base text-ink-faint tabular-nums sm:w-44 sm:pt-0.5">
        {formatShortStart(begins)}
      </time>
      <div className="min-w-0 flex-1">
        <h3 className="font-display text-xl leading-snug">
          {isStudio ? (
            // A new document: only there may the browser use a camera.
            <a href={studioLivePath(_id)} className={LINK}>
              <bdi className="wrap-break-word">{title}</bdi>
            </a>
          ) : (
            <Link to={livePath(pageHandle, _id)} className={LINK}>
              <bdi className="wrap-break-word">{title}</bdi>
            </Link>
          )}
        </h3>
        {text !== '' && (
          <p dir="auto" className="mt-1 line-clamp-2 text-start text-base wrap-break-word text-ink-soft">
            {text}
          </p>
        )}
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-faint">
          {state !== 'scheduled' && <StateBadge state={state} />}
          {isLocked && (
            <span className="inline-flex items-center gap-1.5">
              <Lock aria-hidden="true" className="size-3.5" />
              <span className="sr-only">{texts.list.locked}. </span>
              {reasonOf(session)}
            </span>
          )}
          {!isLocked && state !== 'scheduled' && session.asked > 0 && (
            <span>{texts.questions.count(session.asked)}</span>
          )}
        </p>
      </div>
    </li>
  )
}
