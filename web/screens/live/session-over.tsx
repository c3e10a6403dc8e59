import { liveListPath, STUDIO_LIVE_PATH } from '#contract/live/live-address.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { MISSED_AFTER_HOURS } from '#contract/live/rules.ts'
import { Button } from '#web/ui/button.tsx'

import { CalendarButton } from './calendar-button.tsx'
import { liveTexts } from './messages.ts'
import { PlanAgain } from './plan-again.tsx'
import { SessionTitle } from './session-title.tsx'

const texts = liveTexts.over

/** A session that didn't take place. `pageName`: null in the studio. */
export function SessionOver({ session, pageName }: { session: LiveSession; pageName: string | null }) {
  const { state, isOwner, pageHandle } = session
  return (
    <div className="mx-auto grid min-h-[70dvh] w-full max-w-reading place-items-center px-4 py-12 sm:px-6">
      <div className="flex flex-col items-center gap-8 text-center">
        <SessionTitle {...{ session, pageName }} isLarge />
        <p className="text-lg text-balance text-ink-soft">
          {state === 'cancelled'
            ? texts.cancelled
            : isOwner
              ? texts.missedOwn(MISSED_AFTER_HOURS)
              : texts.missed}
        </p>
        {/* Its dialog is read from the start. */}
        <div className="flex flex-wrap justify-center gap-3 text-start">
          {isOwner && <PlanAgain session={session} />}
          <Button to={pageName === null ? STUDIO_LIVE_PATH : liveListPath(pageHandle)}>
            {texts.backToList}
          </Button>
          {state === 'cancelled' && <CalendarButton session={session} />}
        </div>
      </div>
    </div>
  )
}
