import { useEffect, useState } from 'react'

/** The spec's time for what came of saving to stay on screen. */
const SHOWN_MS = 5000

/** A message that disappears automatically; setting it again restarts its time. */
export function usePassingMessage() {
  const [shown, setShown] = useState<{ message: string } | null>(null)
  useEffect(() => {
    if (!shown) return undefined
    const timer = setTimeout(() => setShown(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return {
    message: shown?.message ?? null,
    show: (message: string | null) => setShown(message === null ? null : { message }),
  }
}
