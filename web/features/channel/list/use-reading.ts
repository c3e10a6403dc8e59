import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { getChannel, markRead } from '#contract/channels/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { call } from '#web/api/call.ts'

const SETTLED_AFTER_MS = 600

/**
 * Tells the server how far somebody has read: what is at the end of the list, while they look at it. `seq`: the latest
 * message there is.
 */
export function useReading(given: {
  channelId: string
  seq: number
  readSeq: number
  isSeen: boolean
  onRead?: ((seq: number) => void) | undefined
}): void {
  const { channelId, seq, readSeq, isSeen } = given
  const client = useQueryClient()

  const tell = useEffectEvent(async (seen: { channelId: string; seq: number }) => {
    if (document.visibilityState !== 'visible') return
    const told = await call(markRead, seen).catch(() => null)
    if (!told) return
    client.setQueriesData<OutputOf<typeof getChannel>>(
      { predicate: ({ queryKey }) => queryKey[2] === getChannel.path },
      (known) => (known?._id === seen.channelId ? { ...known, readSeq: told.readSeq } : known),
    )
  })
  const pass = useEffectEvent((upTo: number) => given.onRead?.(upTo))

  // Also after a message of one's own, which reads everything before it.
  useEffect(() => pass(readSeq), [readSeq])

  useEffect(() => {
    if (!isSeen || seq <= readSeq) return undefined
    const timer = setTimeout(() => void tell({ channelId, seq }), SETTLED_AFTER_MS)
    const look = () => void tell({ channelId, seq })
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [channelId, seq, readSeq, isSeen])
}
