import { useEffect, useState } from 'react'

/** How far the server's clock is ahead of this device's, in milliseconds. Called where `now` has just been answered. */
export function useAheadMs(now: string): number {
  const [aheadMs, setAheadMs] = useState(() => Date.parse(now) - Date.now())
  useEffect(() => setAheadMs(Date.parse(now) - Date.now()), [now])
  return aheadMs
}

/** The server's time, in milliseconds, each second. */
export function useServerTime(aheadMs: number): number {
  const [at, setAt] = useState(() => Date.now() + aheadMs)
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now() + aheadMs), 1000)
    return () => clearInterval(timer)
  }, [aheadMs])
  return at
}
