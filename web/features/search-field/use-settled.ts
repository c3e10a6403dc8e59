import { useEffect, useState } from 'react'

const SETTLES_AFTER_MS = 250

/** A value being typed, once typing pauses; clearing it takes effect at once. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SETTLES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return typed === '' ? '' : settled
}
