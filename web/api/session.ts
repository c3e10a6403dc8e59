import { createContext, useContext, useSyncExternalStore } from 'react'

/** The spec's name. One half of the session; the other is an HttpOnly cookie that script can't read. */
const TOKEN_KEY = 'token'
const LOGGED_IN_KEY = 'isLoggedIn'

const listeners = new Set<() => void>()

export function readToken(): string | null {
  return typeof localStorage === 'undefined' ? null : localStorage.getItem(TOKEN_KEY)
}

export function startSession(token: string): void {
  localStorage.setItem(TOKEN_KEY, token)
  localStorage.setItem(LOGGED_IN_KEY, 'true')
  announce()
}

/** Forgets the session in this browser; the logout call ends it on the server. */
export function endSession(): void {
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(LOGGED_IN_KEY)
  announce()
}

/**
 * The token, or null when signed out. Server rendering and the first client render both see null, so they match; a
 * signed-in browser re-renders right after.
 */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, readToken, () => null)
}

/**
 * The page's viewer. `unknown`: the server saw a session cookie, and this browser hasn't said yet whether it holds the
 * other half. Anything that differs between visitors and members is then left out.
 */
export type Viewer = 'visitor' | 'unknown' | 'member'

const MayBeMemberContext = createContext(false)

/** Whether the document was rendered for a viewer who may be signed in. */
export const MayBeMemberProvider = MayBeMemberContext.Provider

/** Like {@link useToken}, except that the first render of a returning member's page doesn't know the viewer. */
export function useViewer(): Viewer {
  const mayBeMember = useContext(MayBeMemberContext)
  return useSyncExternalStore(subscribe, readViewer, () => (mayBeMember ? 'unknown' : 'visitor'))
}

function readViewer(): Viewer {
  return readToken() === null ? 'visitor' : 'member'
}

function announce(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab signing in or out arrives as a storage event.
  globalThis.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    globalThis.removeEventListener('storage', listener)
  }
}
