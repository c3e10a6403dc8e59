import { withoutTracking } from './features/page-head/tracking.ts'
import { START_PATH } from './features/sign-in/own-path.ts'

/**
 * The path and query a page depends on: visitors from different links see the same page, and returning members at the
 * front page are sent the page they would be redirected to.
 */
export function addressOf(url: string, isReturning: boolean): string {
  // A path that begins with two slashes would be parsed as another host.
  const { pathname, search } = new URL(url.replace(/^[/\\]+/, '/'), 'http://localhost')
  const address = pathname + withoutTracking(search)
  return isReturning && address === '/' ? START_PATH : address
}
