/* On its own, so that pages for visitors do not load the calls of signing in. */

let hasLoggedOut = false

export function rememberLeaving(hasLeft: boolean): void {
  hasLoggedOut = hasLeft
}

/** Whether the person chose to leave, as against a session that ran out: then no page asks to log in again. */
export function hasChosenToLeave(): boolean {
  return hasLoggedOut
}
