import { formatDate } from '#contract/dates.ts'
import { LANGUAGE } from '#contract/language.ts'
import { conventionsOf } from '#contract/locale.ts'
import { timeZoneName } from '#web/features/time/when-text.ts'

import { channelTexts } from './messages.ts'

const texts = channelTexts.chat
const { dates } = conventionsOf(LANGUAGE)

/* Times of messages are the reader's own; a chat is never rendered on the server. */
const TIME = new Intl.DateTimeFormat(dates, { hour: '2-digit', minute: '2-digit' })

export function timeText(moment: string): string {
  return TIME.format(new Date(moment))
}

/** The day where the reader is, as a text that is the same for all of its moments. */
export function dayOf(moment: string): string {
  return new Date(moment).toDateString()
}

/** "Today", "Yesterday", "14 March", "14 March 2025". */
export function dayText(moment: string, now: Date): string {
  const at = new Date(moment)
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (at.toDateString() === now.toDateString()) return texts.today
  if (at.toDateString() === yesterday.toDateString()) return texts.yesterday
  return formatDate(at, { now, timeZone: timeZoneName() })
}
