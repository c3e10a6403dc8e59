import { useEffect, useState } from 'react'

/** The spec's time for what came of saving to stay on screen. */
const SHOWN_MS = 5000

/** The message, which disappears automatically; once there was none, it is shown for its time again. */
export function usePassingMessage(message: string | null): string | null {
  const [passed, setPassed] = useState<string | null>(null)
  if (message === null && passed !== null) setPassed(null)
  useEffect(() => {
    if (message === null) return undefined
    const timer = setTimeout(() => setPassed(message), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [message])
  return message === passed ? null : message
}
