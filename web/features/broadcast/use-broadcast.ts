import { useEffect, useState, useSyncExternalStore } from 'react'

import { onBackOnline } from '#web/api/online.ts'

import { createBroadcast } from './broadcast.ts'
import { setFinish } from './on-air.ts'

/** A session's broadcast from this page, for as long as it is shown. */
export function useBroadcast(liveSessionId: string) {
  const [{ broadcast, subscribe }] = useState(() => {
    const listeners = new Set<() => void>()
    return {
      broadcast: createBroadcast(liveSessionId, () => {
        for (const listener of listeners) listener()
      }),
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  })
  const state = useSyncExternalStore(subscribe, broadcast.state, broadcast.state)
  const isOnAir = state.phase === 'on_air' || state.phase === 'starting' || state.phase === 'ending'

  useEffect(() => {
    const stopHearing = onBackOnline(broadcast.hurry)
    return () => {
      stopHearing()
      broadcast.stop()
    }
  }, [broadcast])

  useEffect(() => {
    if (!isOnAir) return undefined
    setFinish(broadcast.finish)
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => {
      setFinish(null)
      window.removeEventListener('beforeunload', warn)
    }
  }, [broadcast, isOnAir])

  return { broadcast, state, isOnAir }
}
