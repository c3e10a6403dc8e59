import { type RefObject, use, useEffect, useRef, useState } from 'react'

import { AddressesContext } from './addresses.ts'
import { tellWhenPlayed } from './played-time.ts'
import { type PlayerSession, type SessionState, startPlayerSession } from './player-session.ts'
import { useQuality } from './quality.ts'
import type { Playback, Quality } from './sources.ts'

/** Keeps the element playing while it is shown; see {@link startPlayerSession}. */
export function usePlayerSession(elementRef: RefObject<HTMLMediaElement | null>, media: Playback) {
  const [state, setState] = useState<SessionState>('well')
  const [quality, setQuality] = useQuality()
  const session = useRef<PlayerSession | null>(null)
  const addresses = use(AddressesContext)
  const first = useRef({ media, quality, addresses })

  useEffect(() => {
    const element = elementRef.current
    if (!element) return undefined
    const started = startPlayerSession(element, {
      playback: first.current.media,
      quality: first.current.quality,
      addresses: first.current.addresses,
      onState: setState,
    })
    session.current = started
    const stopTelling = first.current.addresses.areViewers
      ? tellWhenPlayed(element, first.current.media)
      : undefined
    return () => {
      stopTelling?.()
      started.end()
    }
  }, [elementRef])

  useEffect(() => session.current?.update(media), [media])

  return {
    state,
    quality,
    choose: (chosen: Quality) => {
      setQuality(chosen)
      session.current?.choose(chosen)
    },
    retry: () => session.current?.retry(),
  }
}
