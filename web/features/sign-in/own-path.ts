import { leadingTo, returnPath } from '#contract/accounts/return-path.ts'
import { EXPLORE_PATH } from '#web/features/site/site-pages.ts'

/** Where signed-in users start. */
export const START_PATH = EXPLORE_PATH

/** Where a creator's page is created. */
export const CREATE_PATH = '/create'

/** The path to go to after signing in: the one in the address, if we lead there, else the start. */
export function ownPath(next: string | null): string {
  return returnPath(next) ?? START_PATH
}

/** The login page, which then continues to this path. */
export function loginPath(next: string | null): string {
  return leadingTo('/login', next)
}

/** The sign-up page, which continues to this path once the account is activated and signed in. */
export function signupPath(next: string | null): string {
  return leadingTo('/signup', next)
}

/** The destination in a sign-in page's address; null: none. */
export function nextIn(search: string): string | null {
  return returnPath(new URLSearchParams(search).get('next'))
}
