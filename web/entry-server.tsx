import { renderToString } from 'react-dom/server'
import { matchPath, StaticRouter } from 'react-router'

import { creatorDetails, getCreators } from '#contract/creators/routes.ts'
import type { Route } from '#contract/http/route.ts'
import { getCreatorPlans } from '#contract/plans/routes.ts'
import { getPosts, getPostsByPageHandle } from '#contract/posts/routes.ts'

import { App } from './app.tsx'
import { notFoundTexts } from './features/not-found/messages.ts'
import { headTags, missingPageHeadTags } from './features/page-head/head-tags.ts'
import { documentTitle } from './features/page-head/page-title.ts'
import { EXPLORE_PATH } from './features/site/site-pages.ts'
import type { PageData } from './page-data.tsx'
import { createQueryClient } from './query-client.ts'
import { RARE_PARTS } from './rare-parts.ts'
import { CREATOR_PATH, findUrl, isSketched, loadPage, modulesOf, urls } from './routes.tsx'
import { FIRST_CREATORS_INPUT, FIRST_POSTS_INPUT } from './screens/explore/first-lists.ts'
import { pageHeadFacts } from './server-head.ts'

/** A call whose answer a page is rendered from. */
export interface Preload {
  method: string
  path: string
  input: Record<string, unknown>
}

// Rendering is synchronous: every screen must be there before the first page is asked for.
await Promise.all([
  ...RARE_PARTS.map(({ part }) => part.load()),
  ...[null, ...urls].flatMap((url) => [
    (!url || url.isPublic) && loadPage(url, 'visitor'),
    loadPage(url, 'unknown'),
  ]),
])

/**
 * What a page needs before it can be rendered; null: this path is not rendered for visitors, who are led on from it
 * (the app shell is sent). An address that is no page needs nothing and renders as a 404.
 */
export function preloadsFor(pathname: string, isReturning: boolean): Preload[] | null {
  const url = findUrl(pathname)
  if (!url || isSketched(url, isReturning ? 'unknown' : 'visitor')) return []
  if (!url.isPublic) return null
  if (url.path === EXPLORE_PATH)
    return [preload(getCreators, FIRST_CREATORS_INPUT), preload(getPosts, FIRST_POSTS_INPUT)]
  if (url.path !== CREATOR_PATH) return []
  const pageHandle = matchPath(CREATOR_PATH, pathname)?.params['pageHandle'] ?? ''
  return [creatorDetails, getCreatorPlans, getPostsByPageHandle].map((route) =>
    preload(route, { pageHandle }),
  )
}

function preload({ method, path }: Route, input: Preload['input']): Preload {
  return { method, path, input }
}

export { addressOf } from './routes.tsx'

/** The pages without a parameter that search engines should know. */
export function indexedPaths(): string[] {
  return urls.filter(({ path, isPublic }) => isPublic && !path.includes(':')).map(({ path }) => path)
}

/** Source files, from web/, of what a page's first render shows at a path. */
export function modulesAt(pathname: string, isReturning: boolean): string[] {
  return modulesOf(pathname, isReturning ? 'unknown' : 'visitor')
}

/** The head of the app shell, which the browser renders by itself. */
export function shellHead(): string {
  return `<title>${documentTitle(null)}</title>`
}

/** Leaves room for what only the browser knows. Without `async`: it has to run before the first paint. */
const RETURNING_SCRIPT = '<script src="/returning.js"></script>'

/**
 * Body and head of a page as a signed-out visitor sees it; status 404 for what is not there. For somebody who may be
 * signed in: the same without whatever differs between the two, and 200, since a page that is no visitor's to see may
 * be theirs. `failed` lists the preloads the server answered with a failure.
 */
export function render(
  url: string,
  page: PageData,
  failed: readonly (Preload & { status: number })[],
): { status: number; html: string; head: string; modules: string[]; mayKeep: boolean } {
  const { pathname } = new URL(url, page.config.publicUrl)
  const isMissing = !page.isReturning && (!findUrl(pathname) || failed.some(({ status }) => status === 404))

  const html = renderToString(
    <StaticRouter location={url}>
      <App
        config={page.config}
        client={createQueryClient(page.answers)}
        isFirstPageMissing={isMissing}
        isReturning={page.isReturning}
      />
    </StaticRouter>,
  )
  // How React marks a boundary it gave up on; without this an error would pass as an empty page.
  if (html.includes('<!--$!-->')) throw new Error(`The page at ${pathname} could not be rendered.`)

  if (isMissing) {
    const head = missingPageHeadTags(documentTitle(notFoundTexts.title))
    return { status: 404, html, head, modules: [], mayKeep: false }
  }
  const status = failed.some((failure) => failure.status >= 500) ? 503 : 200
  const isSketch = isSketched(findUrl(pathname), page.isReturning ? 'unknown' : 'visitor')
  const head = [page.isReturning && RETURNING_SCRIPT, headTags(pageHeadFacts(pathname, page))]
  const modules = RARE_PARTS.filter(({ name }) => html.includes(`data-part="${name}"`))
    .map(({ part }) => part.module)
    .filter((module) => module !== null)
  return { status, html, head: head.filter(Boolean).join('\n    '), modules, mayKeep: !isSketch }
}
