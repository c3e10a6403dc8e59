import { Bell, BellRing } from 'lucide-react'

import { forgetReminder, remindOfLiveSession } from '#contract/live/calls.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { liveStateTexts as texts } from './messages.ts'

/** Asks to be reminded, or takes that back; it shows at once. */
export function RemindButton({
  session: { _id: liveSessionId, isReminded },
  isMain = false,
  onChange,
}: {
  session: Pick<LiveSession, '_id' | 'isReminded'>
  /** The main thing to do where it stands. */
  isMain?: boolean
  /** What the page knows of the session is to be changed. */
  onChange: (isReminded: boolean) => void
}) {
  async function toggle() {
    onChange(!isReminded)
    try {
      await call(isReminded ? forgetReminder : remindOfLiveSession, { liveSessionId })
    } catch (error) {
      onChange(isReminded)
      toast.error(error instanceof Error ? error.message : texts.notDone)
    }
  }
  return (
    <Button
      size={isMain ? 'medium' : 'small'}
      variant={isMain && !isReminded ? 'primary' : 'secondary'}
      icon={isReminded ? <BellRing /> : <Bell />}
      aria-pressed={isReminded}
      onClick={() => void toggle()}
    >
      {isReminded ? texts.reminded : texts.remind}
    </Button>
  )
}
