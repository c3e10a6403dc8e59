import { type RefObject, use, useEffect, useEffectEvent, useRef, useState } from 'react'

import { whenNear } from '#web/ui/when-near.ts'

import { AddressesContext } from '../addresses.ts'
import { tellWhenPlayed } from './played-time.ts'
import { type PlayerSession, type SessionState, startPlayerSession } from './player-session.ts'
import { useQuality } from './quality.ts'
import type { Playback, Quality } from './sources.ts'

/** About a window ahead: its first picture and its length are there before the reader is. */
const AHEAD_PX = 800

/**
 * Keeps the element playing while it is shown; see {@link startPlayerSession}. Nothing of a recording is loaded before it
 * is nearly in view: a page of videos would otherwise ask for all of them while it begins.
 */
export function usePlayerSession(elementRef: RefObject<HTMLMediaElement | null>, media: Playback) {
  const [state, setState] = useState<SessionState>('well')
  const [quality, setQuality] = useQuality()
  const session = useRef<PlayerSession | null>(null)
  const addresses = use(AddressesContext)
  const first = useRef({ media, addresses })
  const start = useEffectEvent((element: HTMLMediaElement) => {
    element.preload = 'metadata'
    session.current = startPlayerSession(element, { playback: media, quality, addresses, onState: setState })
  })

  useEffect(() => {
    const element = elementRef.current
    if (!element) return undefined
    const stopTelling = first.current.addresses.areViewers
      ? tellWhenPlayed(element, first.current.media)
      : undefined
    // A sound without the browser's controls has no place of its own in the window.
    const stopWaiting = whenNear(element.parentElement ?? element, () => start(element), AHEAD_PX)
    return () => {
      stopWaiting()
      stopTelling?.()
      session.current?.end()
      session.current = null
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
