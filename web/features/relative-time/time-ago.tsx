import { useEffect, useState } from 'react'

import { formatDay } from '#contract/dates.ts'

import { relativeTime } from './relative-time.ts'

const REFRESH_EVERY_MS = 60_000

/**
 * A moment as "2 days ago". The first render shows the date instead, because the server can't know when its HTML is
 * read. It isn't seen to change: where scripts run, it is shown once it is relative. The exact moment stays in
 * `dateTime` and as a tooltip.
 */
export function TimeAgo({ moment, className }: { moment: string; className?: string }) {
  const [text, setText] = useState<string | null>(null)

  useEffect(() => {
    const update = () => setText(relativeTime(moment, Date.now()))
    update()
    const timer = setInterval(update, REFRESH_EVERY_MS)
    return () => clearInterval(timer)
  }, [moment])

  return (
    <time
      dateTime={moment}
      title={formatDay(moment)}
      className={className}
      data-pending={text === null || undefined}
    >
      {text ?? formatDay(moment)}
    </time>
  )
}
