import { useEffect, useState } from 'react'

/** The spec's time for a failure to stay in sight. */
const SHOWN_MS = 5000

/** A sentence that leaves by itself; setting it again starts its time anew. */
export function usePassingError() {
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
