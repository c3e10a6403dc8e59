import { useEffect, useEffectEvent } from 'react'

import { savableIds } from '../media/media-items.ts'
import type { useMediaItems } from '../media/use-media-items.ts'

/** Notes what has arrived, or has been moved or removed, in the draft; true: there is something to note. */
export function useArrivals(
  { items }: Pick<ReturnType<typeof useMediaItems>, 'items'>,
  onChange: (ids: string[]) => void,
  known: readonly string[],
): boolean {
  const ids = savableIds(items)
  const now = ids.join(' ')
  const before = known.join(' ')
  const note = useEffectEvent(() => onChange(ids))
  useEffect(() => {
    if (now !== before) note()
  }, [now, before])
  return now !== before
}
