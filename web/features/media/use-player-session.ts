import { type RefObject, useEffect, useRef, useState } from 'react'

import { tellWhenPlayed } from './played-time.ts'
import { type PlayerSession, type SessionState, startPlayerSession } from './player-session.ts'
import { useQuality } from './quality.ts'
import type { Playback, Quality } from './sources.ts'

/** Keeps the element playing while it is shown; see {@link startPlayerSession}. */
export function usePlayerSession(elementRef: RefObject<HTMLMediaElement | null>, media: Playback) {
  const [state, setState] = useState<SessionState>('well')
  const [quality, setQuality] = useQuality()
  const session = useRef<PlayerSession | null>(null)
  const first = useRef({ media, quality })

  useEffect(() => {
    const element = elementRef.current
    if (!element) return undefined
    const started = startPlayerSession(element, {
      playback: first.current.media,
      quality: first.current.quality,
      onState: setState,
    })
    session.current = started
    const stopTelling = tellWhenPlayed(element, first.current.media)
    return () => {
      stopTelling()
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
