import { noteVisit } from '#contract/analytics/calls.ts'

import { call } from './api/call.ts'
import { findUrl } from './routes.ts'
import { matchPath } from './routing/match-path.ts'

/* Loaded after the first page works: counting visits may cost a visitor nothing. */

let last: string | null = null
let isFirst = true

/** Tells the server which page or post is shown, if it is a creator's; a part of a page is the same page. */
function note(): void {
  const { pathname } = window.location
  const url = findUrl(pathname)
  const { pageHandle, address } = (url && matchPath(url.path, pathname)) ?? {}
  if (!url?.isPublic || pageHandle === undefined) return
  const post = url.path.endsWith('/posts/:address') ? address : undefined
  const shown = `${pageHandle}/${post ?? ''}`
  if (shown === last) return
  last = shown
  const from = isFirst ? hostOf(document.referrer) : undefined
  isFirst = false
  // A visit that isn't counted is nobody's concern.
  call(noteVisit, { pageHandle, post, from }).catch(() => {})
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined
}

note()
// The router's own events, and the browser's.
for (const name of ['pushState', 'replaceState', 'popstate']) window.addEventListener(name, note)
