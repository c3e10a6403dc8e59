import { creatorDetails } from '#contract/creators/calls.ts'
import { livePath } from '#contract/live/live-address.ts'
import { useQuery } from '#web/api/use-query.ts'
import { StateBadge } from '#web/features/live-state/state-badge.tsx'
import { Link } from '#web/ui/link.tsx'

import type { Creator } from './creator.ts'
import { creatorPageTexts as texts } from './messages.ts'

/** Nobody is told that a page goes live unless they asked to be reminded. */
const ASKED_EVERY_MS = 60_000

/** Says that the page is live, and leads there. */
export function LiveBar({ pageHandle, creator }: { pageHandle: string; creator: Creator }) {
  const { hasLive, liveNow } = creator
  useQuery(creatorDetails, { pageHandle }, { refetchEveryMs: hasLive && ASKED_EVERY_MS })
  if (!liveNow) return null
  return (
    <Link
      to={livePath(pageHandle, liveNow.liveSessionId)}
      className="mt-6 flex min-h-12 items-center gap-3 rounded-card border border-line bg-paper-raised px-4 py-2 transition-colors duration-120 hover:bg-wash"
    >
      <StateBadge state="live" />
      <bdi className="min-w-0 flex-1 truncate font-semibold">{liveNow.title}</bdi>
      <span className="shrink-0 font-medium text-brand">{texts.toLive}</span>
    </Link>
  )
}
