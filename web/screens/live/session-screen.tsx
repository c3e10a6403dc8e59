import { Settings2 } from 'lucide-react'

import { studioLivePath } from '#contract/live/live-address.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { liveTexts as texts } from './messages.ts'
import { Column, Missing } from './page-gate.tsx'
import type { LivePage } from './poster.tsx'
import { Controls } from './room/controls.tsx'
import { SessionRoom } from './room/session-room.tsx'
import { SessionBefore } from './session-before.tsx'
import { SessionOver } from './session-over.tsx'
import { SessionEar, useSession } from './use-session.ts'

interface SessionScreenProps {
  liveSessionId: string
  page: LivePage
  /** Its owner runs it here. */
  isStudio: boolean
}

/** One session, as it is at the moment. */
export function SessionScreen({ liveSessionId, page, isStudio }: SessionScreenProps) {
  const { session, found, isHeard } = useSession(liveSessionId)
  usePageTitle(session?.title ?? null)
  if (found.error?.code === 'live_session_not_found') return <Missing />
  if (!session)
    return (
      <Column>
        {found.error ? (
          <ErrorState title={texts.failed} onRetry={() => void found.refetch()} isRetrying={found.isFetching}>
            {found.error.message}
          </ErrorState>
        ) : (
          <SkeletonList label={texts.loading} count={5} />
        )}
      </Column>
    )
  // Others have no studio.
  if (isStudio && !session.isOwner) return <Missing />
  return (
    <>
      {isHeard && <SessionEar session={session} />}
      <Shown {...{ session, page, isStudio }} />
    </>
  )
}

function Shown({ session, page, isStudio }: { session: LiveSession; page: LivePage; isStudio: boolean }) {
  const { state, door, isOwner, mayModerate } = session
  const controls = isStudio ? (
    <Controls session={session} />
  ) : (
    isOwner && (
      // A new document: only there may the browser use a camera.
      <Button size="small" icon={<Settings2 />} href={studioLivePath(session._id)}>
        {texts.run.run}
      </Button>
    )
  )
  if (state === 'cancelled' || state === 'missed') return <SessionOver {...{ session, page, isStudio }} />
  if (door === 'locked' || state === 'scheduled')
    return <SessionBefore {...{ session, page, isStudio }} acts={controls} />
  return (
    <SessionRoom
      {...{ session, isStudio, controls }}
      pageName={page.pageName}
      isDesk={isStudio || (mayModerate && !isOwner)}
    />
  )
}
