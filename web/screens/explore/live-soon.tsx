import { livePath } from '#contract/live/live-address.ts'
import type { OutputOf } from '#contract/http/route.ts'
import type { listFeedLive } from '#contract/live/calls.ts'
import { formatShortStart } from '#contract/live/when.ts'
import { StateBadge } from '#web/features/live-state/state-badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'

import { exploreTexts } from './messages.ts'

const texts = exploreTexts.live

type FeedLive = OutputOf<typeof listFeedLive>['sessions'][number]

/** What comes soon on pages that somebody supports or follows. */
export function LiveSoon({ sessions }: { sessions: readonly FeedLive[] }) {
  return (
    <Card as="section" padding="none" aria-label={texts.title} className="overflow-hidden">
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session._id} className="relative flex items-center gap-4 px-5 py-4 hover:bg-wash">
            <div className="min-w-0 flex-1">
              <Link
                to={livePath(session.pageHandle, session._id)}
                className="font-display text-lg leading-snug after:absolute after:inset-0 hover:underline"
              >
                <bdi className="wrap-break-word">{session.title}</bdi>
              </Link>
              <p className="mt-0.5 text-sm wrap-break-word text-ink-soft">
                {texts.by(session.pageName, formatShortStart(session.startsAt))}
              </p>
            </div>
            {session.state !== 'scheduled' && (
              <span className="shrink-0">
                <StateBadge state={session.state} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
