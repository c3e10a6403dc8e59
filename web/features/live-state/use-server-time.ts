import { useEffect, useState } from 'react'

/** The server's time, in milliseconds, each second; `session.now` says how far this device's clock is off. */
export function useServerTime(now: string): number {
  const [at, setAt] = useState(() => Date.parse(now))
  useEffect(() => {
    const ahead = Date.parse(now) - Date.now()
    const tick = () => setAt(Date.now() + ahead)
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [now])
  return at
}
