import { useAreEventsLost } from '#web/api/events-lost.ts'

import { channelTexts } from './messages.ts'

/** Says that messages come late, for as long as they do. */
export function EventsLostLine() {
  const areLost = useAreEventsLost()
  return (
    // Always rendered: a live region created together with its text isn't read aloud.
    <output className={areLost ? 'block shrink-0 px-4 pt-1 text-xs text-ink-faint sm:px-6' : 'sr-only'}>
      {areLost && channelTexts.eventsLost}
    </output>
  )
}
