import { HANDLE_PATTERN, isReservedHandle } from '../handles.ts'

/* Without zod: every public page loads this. */

const RETURN_PATH_MAX_LENGTH = 300

/** Pages a person may have been on the way to; not the sign-in pages, which would lead in circles. */
const PAGES =
  /^\/(?:explore|create|subscriptions|payout|settings|about|contact|digital-delivery|terms-and-conditions|(?:privacy|refund)-policy)$/

/** Pages below those; a creator's page and anything below it is recognised by its handle. */
const DEEPER = /^\/(?:payment-success|receipts|posts?)\/[\w-]{1,80}$|^\/payout\/statements\/\d{4}-\d{2}$/
const OF_CREATOR = /^\/([\w-]{3,30})(?:\/[\w-]{1,80}){0,2}$/

/** Path, query and hash, of characters that no browser interprets differently. */
const ADDRESS = /^(\/[\w\-/]+)(?:\?[\w\-.~%=&+]*)?(?:#[\w\-.~%=&+]*)?$/

/**
 * The path a person continues to once they are signed in, or null if we don't lead there: everything that a browser
 * could read as another site ("//evil", "/\evil", "https:…"), paths that aren't pages, and pages that sign in or out.
 */
export function returnPath(asked: string | null | undefined): string | null {
  if (!asked || asked.length > RETURN_PATH_MAX_LENGTH) return null
  const path = ADDRESS.exec(asked)?.[1]
  return path !== undefined && isPagePath(path) ? asked : null
}

function isPagePath(path: string): boolean {
  if (PAGES.test(path) || DEEPER.test(path)) return true
  const handle = OF_CREATOR.exec(path)?.[1]
  return handle !== undefined && HANDLE_PATTERN.test(handle) && !isReservedHandle(handle)
}

/** An address of ours that then leads on to a path; the address alone if there is none. */
export function leadingTo(address: string, next: string | null | undefined): string {
  const path = returnPath(next)
  return path === null ? address : `${address}?next=${encodeURIComponent(path)}`
}
