import { creatorDetails } from '#contract/creators/calls.ts'
import { livePath } from '#contract/live/live-address.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { useViewer } from '#web/api/session.ts'
import { useQuery } from '#web/api/use-query.ts'
import { LiveBar } from '#web/features/live-state/live-bar.tsx'

import type { Creator } from './creator.ts'

/** Members and followers are told at once; everybody else isn't. */
const ASKED_EVERY_MS = 60_000
const TOLD = [creatorDetails]

/** Says that the page is live, and leads there. */
export function PageLiveBar({ pageHandle, creator }: { pageHandle: string; creator: Creator }) {
  const { hasLive, liveNow } = creator
  const isMember = useViewer() === 'member'
  useQuery(creatorDetails, { pageHandle }, { refetchEveryMs: hasLive && ASKED_EVERY_MS })
  return (
    <>
      {hasLive && isMember && <LiveEar />}
      {liveNow && (
        <LiveBar
          page={creator}
          title={liveNow.title}
          to={livePath(pageHandle, liveNow.liveSessionId)}
          className="mt-6"
        />
      )}
    </>
  )
}

function LiveEar() {
  useRefreshOn('live', TOLD)
  return null
}
