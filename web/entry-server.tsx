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
import { withoutTracking } from './features/page-head/tracking.ts'
import { loadFrame, visitorsFrameModule } from './features/shell/frame.tsx'
import { EXPLORE_PATH } from './features/site/site-pages.ts'
import type { PageData } from './page-data.tsx'
import { createQueryClient } from './query-client.ts'
import { CREATOR_PATH, findUrl, urls } from './routes.tsx'
import { FIRST_CREATORS_INPUT, FIRST_POSTS_INPUT } from './screens/explore/first-lists.ts'
import { pageHeadFacts } from './server-head.ts'

/** A call whose answer a page is rendered from. */
export interface Preload {
  method: string
  path: string
  input: Record<string, unknown>
}

// Rendering is synchronous: every screen must be there before the first page is asked for.
await Promise.all(
  urls
    .filter(({ isPublic }) => isPublic)
    .flatMap(({ screen, frame }) => [screen.load(), loadFrame(frame, false)]),
)

/**
 * What a signed-out visitor's page needs before it can be rendered; null: this path is not rendered on the server
 * (the app shell is sent). An address that is no page needs nothing and renders as a 404.
 */
export function preloadsFor(pathname: string): Preload[] | null {
  const url = findUrl(pathname)
  if (!url) return []
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

/** Path and query of an address as a page may depend on it: visitors who come by different links see the same page. */
export function addressOf(url: string): string {
  // A path that begins with two slashes would be read as another host.
  const { pathname, search } = new URL(url.replace(/^[/\\]+/, '/'), 'http://localhost')
  return pathname + withoutTracking(search)
}

/** The pages without a parameter that search engines should know. */
export function indexedPaths(): string[] {
  return urls.filter(({ path, isPublic }) => isPublic && !path.includes(':')).map(({ path }) => path)
}

/** Source files, from web/, of what stands at a path: the screen, and the frame a visitor sees around it. */
export function modulesAt(pathname: string): string[] {
  const url = findUrl(pathname)
  if (!url) return []
  return [url.screen.module, visitorsFrameModule(url.frame)].filter((module) => module !== null)
}

/** The head of the app shell, which the browser renders by itself. */
export function shellHead(): string {
  return `<title>${documentTitle(null)}</title>`
}

/**
 * Body and head of a page as a signed-out visitor sees it; status 404 for what is not there. `failed` lists the
 * preloads the server answered with a failure.
 */
export function render(
  url: string,
  page: PageData,
  failed: readonly (Preload & { status: number })[],
): { status: number; html: string; head: string } {
  const { pathname } = new URL(url, page.config.publicUrl)
  const isMissing = !findUrl(pathname) || failed.some(({ status }) => status === 404)

  const html = renderToString(
    <StaticRouter location={url}>
      <App config={page.config} client={createQueryClient(page.answers)} isFirstPageMissing={isMissing} />
    </StaticRouter>,
  )
  // How React marks a boundary it gave up on; without this an error would pass as an empty page.
  if (html.includes('<!--$!-->')) throw new Error(`The page at ${pathname} could not be rendered.`)

  if (isMissing) return { status: 404, html, head: missingPageHeadTags(documentTitle(notFoundTexts.title)) }
  const status = failed.some((failure) => failure.status >= 500) ? 503 : 200
  return { status, html, head: headTags(pageHeadFacts(pathname, page)) }
}
