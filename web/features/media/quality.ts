import { useState } from 'react'

import type { Quality } from './sources.ts'

const STORAGE_KEY = 'media-quality'

/** What this person chose last; before that, small for a browser that asks to save data. Browsers only. */
function readQuality(): Quality {
  const stored = localStorage.getItem(STORAGE_KEY)
  if (stored === 'auto' || stored === 'saver' || stored === 'sound') return stored
  return savesData() ? 'saver' : 'auto'
}

function savesData(): boolean {
  // https://wicg.github.io/netinfo/: not in every browser, and so not in TypeScript's own types.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** The quality to play at, kept in this browser for everything that is played here. */
export function useQuality(): [Quality, (quality: Quality) => void] {
  const [quality, setQuality] = useState(readQuality)
  return [
    quality,
    (chosen) => {
      setQuality(chosen)
      try {
        localStorage.setItem(STORAGE_KEY, chosen)
      } catch {
        // Full or closed: the choice holds until the page is left.
      }
    },
  ]
}
