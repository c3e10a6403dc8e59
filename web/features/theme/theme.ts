import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Read by web/public/theme.js too, before the first paint. */
const KEY = 'theme'
/** Tells that script, and whoever shows the choice here; the browser itself tells other pages. */
const CHANGED = 'themechange'

/** The theme chosen in this browser, also when it is chosen on another page of it. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system')
}

/** Shows a theme from now on. Returns false, and changes nothing, where the browser keeps nothing for us. */
export function chooseTheme(theme: Theme): boolean {
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    return false
  }
  window.dispatchEvent(new Event(CHANGED))
  return true
}

function readTheme(): Theme {
  const kept = localStorage.getItem(KEY)
  return THEMES.find((theme) => theme === kept) ?? 'system'
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(CHANGED, listener)
    window.removeEventListener('storage', listener)
  }
}
