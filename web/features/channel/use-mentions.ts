import { useEffect, useState } from 'react'

import { suggestPeople } from '#contract/channels/calls.ts'
import { useQuery } from '#web/api/use-query.ts'

import { mentionBefore } from './body-parts.ts'

const SETTLED_AFTER_MS = 150

/** Who can be mentioned where the caret stands: an empty list while no name is being typed there. */
export function useMentions(channelId: string, typed: string, caret: number) {
  const wanted = mentionBefore(typed, caret)
  const [q, setQ] = useState<string | null>(null)
  const next = wanted?.q ?? null

  useEffect(() => {
    const timer = setTimeout(() => setQ(next), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [next])

  const found = useQuery(suggestPeople, { channelId, q: q ?? '' }, { isEnabled: q !== null })
  return {
    start: wanted?.start ?? 0,
    people: wanted === null || q === null ? [] : (found.data ?? []),
  }
}
