import { useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'

import type { LiveSession } from '#contract/live/live-session.ts'
import { forgetReminder, remindOfLiveSession } from '#contract/live/calls.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { liveTexts } from './messages.ts'
import { changeSession } from './use-session.ts'

const texts = liveTexts.before

/** Asks to be reminded, or takes that back; it shows at once. */
export function RemindButton({ session }: { session: LiveSession }) {
  const client = useQueryClient()
  const { _id: liveSessionId, isReminded } = session

  async function toggle() {
    const set = (is: boolean) =>
      changeSession(client, liveSessionId, (known) => ({ ...known, isReminded: is }))
    set(!isReminded)
    try {
      await call(isReminded ? forgetReminder : remindOfLiveSession, { liveSessionId })
    } catch (error) {
      set(isReminded)
      toast.error(error instanceof Error ? error.message : liveTexts.notDone)
    }
  }
  return (
    <Button
      variant={isReminded ? 'secondary' : 'primary'}
      icon={isReminded ? <BellRing /> : <Bell />}
      aria-pressed={isReminded}
      onClick={() => void toggle()}
    >
      {isReminded ? texts.reminded : texts.remind}
    </Button>
  )
}
