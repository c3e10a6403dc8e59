import { useState } from 'react'

import type { Quality } from './sources.ts'

const STORAGE_KEY = 'media-quality'

/** What is stored: the last choice; by default the saver for a browser that asks to save data. Browsers only. */
export function readQuality(): Quality {
  const stored = readStored()
  if (stored === 'auto' || stored === 'saver' || stored === 'sound') return stored
  return savesData() ? 'saver' : 'auto'
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    // Blocked: nothing is remembered, and everything plays.
    return null
  }
}

function savesData(): boolean {
  // https://wicg.github.io/netinfo/: not in every browser, and so not in TypeScript's own types.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** The quality to play at, stored in this browser for everything it plays. */
export function useQuality(): [Quality, (quality: Quality) => void] {
  const [quality, setQuality] = useState(readQuality)
  return [
    quality,
    (chosen) => {
      setQuality(chosen)
      try {
        localStorage.setItem(STORAGE_KEY, chosen)
      } catch {
        // Full or blocked: the choice lasts until the page is left.
      }
    },
  ]
}
