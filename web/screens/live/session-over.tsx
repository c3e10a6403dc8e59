import { liveListPath, STUDIO_LIVE_PATH } from '#contract/live/live-address.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { MISSED_AFTER_HOURS } from '#contract/live/rules.ts'
import { Button } from '#web/ui/button.tsx'

import { liveTexts } from './messages.ts'
import { CalendarButton } from './planning/calendar-button.tsx'
import { PlanAgain } from './planning/plan-again.tsx'
import { type LivePage, Poster } from './poster.tsx'
import { SessionTitle } from './room/session-title.tsx'

const texts = liveTexts.over

/** A session that didn't take place. */
export function SessionOver({
  session,
  page,
  isStudio,
}: {
  session: LiveSession
  page: LivePage
  isStudio: boolean
}) {
  const { state, isOwner, pageHandle } = session
  return (
    <Poster page={page}>
      <SessionTitle session={session} pageName={isStudio ? null : page.pageName} isLarge />
      <p className="text-lg text-ink-soft">
        {state === 'cancelled'
          ? texts.cancelled
          : isOwner
            ? texts.missedOwn(MISSED_AFTER_HOURS)
            : texts.missed}
      </p>
      <div className="flex flex-wrap gap-3">
        {isOwner && <PlanAgain session={session} />}
        <Button to={isStudio ? STUDIO_LIVE_PATH : liveListPath(pageHandle)}>{texts.backToList}</Button>
        {state === 'cancelled' && <CalendarButton session={session} />}
      </div>
    </Poster>
  )
}
