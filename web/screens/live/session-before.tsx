import { useQueryClient } from '@tanstack/react-query'

import type { LiveSession } from '#contract/live/live-session.ts'
import { timeLeft } from '#contract/live/when.ts'
import { useViewer } from '#web/api/session.ts'
import { RemindButton } from '#web/features/live-state/remind-button.tsx'
import type { ReactNode } from 'react'

import { CalendarButton } from './calendar-button.tsx'
import { liveTexts } from './messages.ts'
import { SessionDoor } from './session-door.tsx'
import { SessionTitle } from './session-title.tsx'
import { AccessEar, changeSession, useOpening, useServerTime } from './use-session.ts'

const texts = liveTexts.before

/** A session that hasn't opened, or that isn't open to the viewer: when it is, and what to do until then. */
export function SessionBefore({
  session,
  pageName,
  acts,
}: {
  session: LiveSession
  pageName: string | null
  acts?: ReactNode
}) {
  const client = useQueryClient()
  const isMember = useViewer() === 'member'
  const isLocked = session.door === 'locked'
  useOpening(session)
  return (
    <div className="mx-auto grid min-h-[70dvh] w-full max-w-reading place-items-center px-4 py-12 sm:px-6">
      {isMember && isLocked && <AccessEar />}
      <div className="flex w-full flex-col items-center gap-8 text-center">
        <SessionTitle {...{ session, pageName }} isLarge />
        {session.state === 'scheduled' && <Countdown session={session} />}
        {session.text !== '' && (
          <p
            dir="auto"
            className="w-full text-lg leading-relaxed wrap-break-word whitespace-pre-line text-ink-soft"
          >
            {session.text}
          </p>
        )}
        {isLocked ? (
          <SessionDoor session={session} />
        ) : (
          session.state === 'scheduled' && (
            <div className="flex flex-col items-center gap-4">
              <div className="flex flex-wrap justify-center gap-3">
                {!session.isOwner && (
                  <RemindButton
                    session={session}
                    isMain
                    onChange={(isReminded) =>
                      changeSession(client, session._id, (known) => ({ ...known, isReminded }))
                    }
                  />
                )}
                <CalendarButton session={session} />
              </div>
              {!session.isOwner && <p className="text-base text-ink-faint">{texts.soon}</p>}
            </div>
          )
        )}
        {/* Its dialogs are read from the start. */}
        {Boolean(acts) && <div className="text-start">{acts}</div>}
      </div>
    </div>
  )
}

/** What is left until it starts. Seconds are shown in the last day only. */
export function Countdown({ session, isInline = false }: { session: LiveSession; isInline?: boolean }) {
  const at = useServerTime(session.now)
  const ms = Date.parse(session.startsAt) - at
  const left = ms > 0 && liveTexts.left(timeLeft(ms))
  return (
    <p
      role="timer"
      aria-live="off"
      className={isInline ? 'flex items-baseline gap-2 text-sm text-ink-soft' : 'text-center'}
    >
      <span className={isInline ? undefined : 'block text-sm text-ink-faint'}>
        {ms > 0 ? texts.starts : texts.late}
      </span>{' '}
      {left !== false && (
        <span
          className={
            isInline
              ? 'text-base font-semibold text-ink tabular-nums'
              : 'font-display text-3xl tabular-nums sm:text-4xl'
          }
        >
          {left}
        </span>
      )}
    </p>
  )
}
