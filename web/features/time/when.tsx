import { useEffect, useState } from 'react'

import { formatDay } from '#contract/dates.ts'
import { useIsHydrated } from '#web/features/form/use-is-hydrated.ts'
import { usePageConfig } from '#web/page-data.tsx'

import { whenText } from './when-text.ts'

const REFRESH_EVERY_MS = 60_000

/**
 * A moment as "2 hours ago" or "14 March". The server writes it as of its own clock, and the browser begins with the
 * same. The exact moment stays in `dateTime`, and its day as a tooltip.
 */
export function When({ moment, className }: { moment: string; className?: string }) {
  const { renderedAt } = usePageConfig()
  const isHydrated = useIsHydrated()
  const [now, setNow] = useState(() => new Date(isHydrated ? Date.now() : renderedAt))

  useEffect(() => {
    const update = () => setNow(new Date())
    update()
    const timer = setInterval(update, REFRESH_EVERY_MS)
    return () => clearInterval(timer)
  }, [])

  return (
    <time dateTime={moment} title={formatDay(moment)} className={className}>
      {whenText(moment, now)}
    </time>
  )
}
