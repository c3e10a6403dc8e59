import { EXPLORE_PATH } from '#web/features/site/site-pages.ts'

/** Where a signed-in person starts. */
export const START_PATH = EXPLORE_PATH

/** Resolves what we are given; a name that nobody can own, so that only relative paths stay on it. */
const NOWHERE = 'http://nowhere.invalid'

/**
 * The path to go to after signing in. Only a path of our own is taken from the address: everything that a browser
 * could read as another site ("//evil", "/\evil", "https:…") leads to the start instead.
 */
export function ownPath(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, NOWHERE)) return START_PATH
  const url = new URL(next, NOWHERE)
  const path = url.pathname + url.search + url.hash
  return url.origin === NOWHERE && !path.startsWith('//') ? path : START_PATH
}

/** The login page, which afterwards leads back to this path. */
export function loginPath(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`
}
