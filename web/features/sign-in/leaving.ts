/* In its own file, so visitors' pages don't load the calls of signing in. */

let hasLoggedOut = false

export function rememberLeaving(hasLeft: boolean): void {
  hasLoggedOut = hasLeft
}

/** Whether the user chose to leave, as opposed to an expired session: then no page asks to log in again. */
export function hasChosenToLeave(): boolean {
  return hasLoggedOut
}
