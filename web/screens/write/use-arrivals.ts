import { useEffect } from 'react'

import { savableIds } from './media-items.ts'
import type { useMediaItems } from './use-media-items.ts'

/** Notes what has arrived, or has been moved or removed, in the draft; true: there is something to note. */
export function useArrivals(
  { items }: Pick<ReturnType<typeof useMediaItems>, 'items'>,
  onChange: (ids: string[]) => void,
  known: readonly string[],
): boolean {
  const ids = savableIds(items)
  const isNews = ids.join(' ') !== known.join(' ')
  useEffect(() => {
    if (isNews) onChange(ids)
  })
  return isNews
}
