import { liveListPath } from '#contract/live/live-address.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { Button } from '#web/ui/button.tsx'

import { CalendarButton } from './calendar-button.tsx'
import { liveTexts } from './messages.ts'
import { SessionTitle } from './session-title.tsx'

const texts = liveTexts.over

/** A session that didn't take place. */
export function SessionOver({ session, pageName }: { session: LiveSession; pageName: string | null }) {
  return (
    <div className="mx-auto grid min-h-[70dvh] w-full max-w-reading place-items-center px-4 py-12 sm:px-6">
      <div className="flex flex-col items-center gap-8 text-center">
        <SessionTitle {...{ session, pageName }} isLarge />
        <p className="text-lg text-ink-soft">
          {session.state === 'cancelled' ? texts.cancelled : texts.missed}
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button to={liveListPath(session.pageHandle)}>{texts.backToList}</Button>
          {session.state === 'cancelled' && <CalendarButton session={session} />}
        </div>
      </div>
    </div>
  )
}
