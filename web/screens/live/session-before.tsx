import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { LiveSession } from '#contract/live/live-session.ts'
import { timeLeft } from '#contract/live/when.ts'
import { useViewer } from '#web/api/session.ts'
import { RemindButton } from '#web/features/live-state/remind-button.tsx'
import { useAheadMs, useServerTime } from '#web/features/live-state/use-server-time.ts'

import { liveTexts } from './messages.ts'
import { CalendarButton } from './planning/calendar-button.tsx'
import { type LivePage, Poster } from './poster.tsx'
import { SessionTitle } from './room/session-title.tsx'
import { SessionDoor } from './session-door.tsx'
import { AccessEar, changeSession, useOpening } from './use-session.ts'

const texts = liveTexts.before

/** A session that hasn't opened, or that isn't open to the viewer: when it is, and what to do until then. */
export function SessionBefore({
  session,
  page,
  isStudio,
  acts,
}: {
  session: LiveSession
  page: LivePage
  isStudio: boolean
  acts?: ReactNode
}) {
  const client = useQueryClient()
  const isMember = useViewer() === 'member'
  const { state, text, isOwner } = session
  const isLocked = session.door === 'locked'
  useOpening(session)
  return (
    <Poster page={page}>
      {isMember && isLocked && <AccessEar />}
      <SessionTitle session={session} pageName={isStudio ? null : page.pageName} isLarge />
      {(isLocked || state === 'scheduled') && (
        <div className="flex w-full flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-card bg-wash p-5">
          {state === 'scheduled' && <Countdown session={session} />}
          {isLocked ? (
            <SessionDoor session={session} />
          ) : (
            <div className="flex flex-wrap gap-3">
              {!isOwner && (
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
          )}
          {!isLocked && !isOwner && <p className="w-full text-base text-ink-soft">{texts.soon}</p>}
        </div>
      )}
      {acts}
      {text !== '' && (
        <p
          dir="auto"
          className="max-w-reading text-start text-lg leading-relaxed wrap-break-word whitespace-pre-line text-ink-soft"
        >
          {text}
        </p>
      )}
    </Poster>
  )
}

/** What is left until it starts. Seconds are shown in the last day only. */
export function Countdown({ session, isInline = false }: { session: LiveSession; isInline?: boolean }) {
  const at = useServerTime(useAheadMs(session.now))
  const ms = Date.parse(session.startsAt) - at
  const left = ms > 0 && liveTexts.left(timeLeft(ms))
  return (
    <p
      role="timer"
      aria-live="off"
      className={isInline ? 'flex items-baseline gap-2 text-sm text-ink-soft' : undefined}
    >
      <span className={isInline ? undefined : 'block text-sm text-ink-faint'}>
        {ms > 0 ? texts.starts : texts.late}
      </span>{' '}
      {left !== false && (
        <span
          className={
            isInline
              ? 'text-base font-semibold text-ink tabular-nums'
              : 'font-display text-2xl tabular-nums sm:text-3xl'
          }
        >
          {left}
        </span>
      )}
    </p>
  )
}
