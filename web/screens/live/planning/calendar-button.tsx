import { CalendarMinus, CalendarPlus } from 'lucide-react'

import { calendarFile } from '#contract/live/calendar.ts'
import { livePath } from '#contract/live/live-address.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { Button } from '#web/ui/button.tsx'

import { liveTexts } from '../messages.ts'

const texts = liveTexts.before

/** Gives the session to the calendar of this device, as a file, or takes it out again. */
export function CalendarButton({ session }: { session: LiveSession }) {
  const isOff = session.state === 'cancelled'

  function download() {
    const { _id: id, pageHandle, title, text, startsAt, sequence, now } = session
    const url = new URL(livePath(pageHandle, id), location.origin).href
    const file = new Blob(
      [calendarFile({ id, title, text, startsAt, sequence, isCalledOff: isOff, url, now })],
      { type: 'text/calendar' },
    )
    const address = URL.createObjectURL(file)
    const link = document.createElement('a')
    link.href = address
    link.download = texts.calendarFile
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <Button icon={isOff ? <CalendarMinus /> : <CalendarPlus />} onClick={download}>
      {isOff ? texts.calendarOff : texts.calendar}
    </Button>
  )
}
