import type { LiveSession } from '#contract/live/live-session.ts'
import { isEarly } from '#contract/live/rules.ts'
import { formatStart } from '#contract/live/when.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

import { liveStateTexts } from './messages.ts'

/** Whether a session that is started now should be asked about first. By the server's clock, as it was at the last answer. */
export function isStartEarly({
  state,
  startsAt,
  now,
}: Pick<LiveSession, 'state' | 'startsAt' | 'now'>): boolean {
  return state !== 'live' && isEarly({ startsAt: new Date(startsAt) }, new Date(now))
}

/** Asks before a session starts that is planned for another time. */
export function StartEarlyDialog({
  session,
  isOpen,
  ...rest
}: {
  session: LiveSession
  isOpen: boolean
  isPending?: boolean
  error?: string | undefined
  onConfirm: () => void
  onCancel: () => void
}) {
  const texts = liveStateTexts.startEarly
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={texts.title}
      body={texts.body(formatStart(session.startsAt))}
      confirmLabel={texts.confirm}
      {...rest}
    />
  )
}
