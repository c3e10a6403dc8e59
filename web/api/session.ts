import { useSyncExternalStore } from 'react'

/** The spec's name. One half of the session; the other half is an HttpOnly cookie that script cannot read. */
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

/** Forgets the session in this browser; the server's side is ended by the logout call. */
export function endSession(): void {
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(LOGGED_IN_KEY)
  announce()
}

/**
 * The token, or null when signed out. Server rendering and the first client render both see null, so that they are
 * equal; a signed-in browser re-renders right after.
 */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, readToken, () => null)
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
