import { leadingTo, returnPath } from '#contract/accounts/return-path.ts'
import { EXPLORE_PATH } from '#web/features/site/site-pages.ts'

/** Where a signed-in person starts. */
export const START_PATH = EXPLORE_PATH

/** Where a creator's page is made. */
export const CREATE_PATH = '/create'

/** The path to go to after signing in: the one the address names, if it is one that we lead to, else the start. */
export function ownPath(next: string | null): string {
  return returnPath(next) ?? START_PATH
}

/** The login page, which afterwards leads on to this path. */
export function loginPath(next: string | null): string {
  return leadingTo('/login', next)
}

/** The sign-up page, which leads on to this path once the account is activated and signed in. */
export function signupPath(next: string | null): string {
  return leadingTo('/signup', next)
}

/** What the address of a page around signing in says about where to go on; null: nothing. */
export function nextIn(search: string): string | null {
  return returnPath(new URLSearchParams(search).get('next'))
}
