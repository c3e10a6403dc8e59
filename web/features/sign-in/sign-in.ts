import { logout } from '#contract/accounts/calls.ts'

import { call, CallError } from '#web/api/call.ts'
import { endSession, startSession } from '#web/api/session.ts'
import { clearVisits } from '#web/features/recently-visited/recently-visited.ts'

import { rememberLeaving } from './leaving.ts'

/** Signs this browser in. The routes then redirect away from the sign-in pages automatically. */
export function signIn(token: string): void {
  rememberLeaving(false)
  clearVisits()
  startSession(token)
}

/** Ends the session here even if the server can't be reached: its half is worthless without ours. */
export async function logOut(): Promise<void> {
  try {
    await call(logout, {})
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
  forgetSession()
}

/** Forgets a session that the server has ended because its owner wanted to leave. */
export function forgetSession(): void {
  rememberLeaving(true)
  clearVisits()
  endSession()
}
