import { renderToString } from 'react-dom/server'

import { getCollection } from '#contract/posts/collection-routes.ts'
import { getPostByAddress } from '#contract/posts/routes.ts'

import type { Preload } from './api/preload.ts'
import { App } from './app.tsx'
import { notFoundTexts } from './features/not-found/messages.ts'
import { headTags, missingPageHeadTags } from './features/page-head/head-tags.ts'
import { documentTitle } from './features/page-head/page-title.ts'
import { SEARCH_PATH } from './features/topics/search-path.ts'
import { isOwnAddress } from './own-address.ts'
import type { PageData } from './page-data.tsx'
import { createQueryClient } from './query-client.ts'
import { RARE_PARTS } from './rare-parts.ts'
import { findUrl, isSketched, loadPage, modulesOf, urls } from './routes.ts'
import { matchPath } from './routing/match-path.ts'
import { StaticRouter } from './routing/router.tsx'
import { answerOf, pageHeadFacts } from './server-head.ts'

// Rendering is synchronous: every screen must be loaded before the first page is requested.
await Promise.all([
  ...RARE_PARTS.map(({ part }) => part.load()),
  ...[null, ...urls].flatMap((url) => [
    (!url || url.isPublic) && loadPage(url, 'visitor'),
    loadPage(url, 'unknown'),
  ]),
])

/**
 * What a page needs before it can be rendered; null: this path is not rendered for visitors, who are redirected (they
 * get the app shell). An unknown address needs nothing and renders as a 404.
 */
export function preloadsFor(wanted: string, isReturning: boolean): Preload[] | null {
  const { pathname, search } = partsOf(wanted)
  const url = findUrl(pathname)
  if (!url || isSketched(url, isReturning ? 'unknown' : 'visitor')) return []
  if (!url.isPublic) return null
  return url.load ? url.load({ pathname, search, params: matchPath(url.path, pathname) ?? {} }) : []
}

/** An address may begin with two slashes, which URL would read as another host. */
function partsOf(address: string): { pathname: string; search: string } {
  const at = address.indexOf('?')
  return at < 0
    ? { pathname: address, search: '' }
    : { pathname: address.slice(0, at), search: address.slice(at) }
}

export { addressOf } from './kept-address.ts'

/** The pages without a parameter that search engines should know. */
export function indexedPaths(): string[] {
  return urls
    .filter(({ path, isPublic }) => isPublic && !path.includes(':') && path !== SEARCH_PATH)
    .map(({ path }) => path)
}

/** The source files, relative to web/, that a page's first render at a path uses. */
export function modulesAt(pathname: string, isReturning: boolean): string[] {
  return modulesOf(pathname, isReturning ? 'unknown' : 'visitor')
}

/** The head of the app shell, which the browser renders alone. */
export function shellHead(): string {
  return `<title>${documentTitle(null)}</title>`
}

/**
 * A page's body and head as a signed-out visitor sees it; status 404 for missing pages. For a viewer who may be signed
 * in: the same without anything that differs between the two, and 200, since a page visitors may not see could be
 * theirs. `failed` lists the preloads the server answered with a failure.
 */
export function render(
  url: string,
  page: PageData,
  failed: readonly (Preload & { status: number })[],
): { status: number; html: string; head: string; modules: string[]; mayKeep: boolean } {
  const address = new URL(url, page.config.publicUrl)
  const { pathname } = address
  // People can log in whatever became of the page they came from.
  const failures = findUrl(pathname)?.frame === 'entry' ? [] : failed
  const isMissing = !page.isReturning && (!findUrl(pathname) || failures.some(({ status }) => status === 404))

  const html = renderToString(
    <StaticRouter url={address}>
      <App
        config={page.config}
        client={createQueryClient(page.answers)}
        isFirstPageMissing={isMissing}
        isReturning={page.isReturning}
      />
    </StaticRouter>,
  )
  // React marks a boundary it gave up on like this; without the check an error would pass as an empty page.
  if (html.includes('<!--$!-->')) throw new Error(`The page at ${pathname} could not be rendered.`)

  if (isMissing) {
    const head = missingPageHeadTags(documentTitle(notFoundTexts.title))
    return { status: 404, html, head, modules: [], mayKeep: false }
  }
  const status = failures.some((failure) => failure.status >= 500) ? 503 : 200
  const isSketch = isSketched(findUrl(pathname), page.isReturning ? 'unknown' : 'visitor')
  const modules = RARE_PARTS.filter(({ name }) => html.includes(`data-part="${name}"`))
    .map(({ part }) => part.module)
    .filter((module) => module !== false)
  return {
    status,
    html,
    head: headTags(pageHeadFacts(pathname, page)),
    modules,
    mayKeep:
      !isSketch &&
      isOwnAddress(pathname, answerOf(page, getPostByAddress)?.post ?? answerOf(page, getCollection)),
  }
}
