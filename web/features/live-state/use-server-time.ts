import { useEffect, useState } from 'react'

/** How far the server's clock is ahead of this device's, in milliseconds. Called where `now` has just been answered. */
export function useAheadMs(now: string): number {
  const measure = () => ({ now, aheadMs: Date.parse(now) - Date.now() })
  const [measured, setMeasured] = useState(measure)
  if (measured.now !== now) setMeasured(measure)
  return measured.aheadMs
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
