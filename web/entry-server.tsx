import { renderToString } from 'react-dom/server'

import { creatorDetails, getCreators, getPageAbout } from '#contract/creators/routes.ts'
import type { Route } from '#contract/http/route.ts'
import { getCreatorPlans } from '#contract/plans/routes.ts'
import { getCollection, listCollectionPosts, listCollections } from '#contract/posts/collection-routes.ts'
import { getPostByAddress, getPosts, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { listTopics } from '#contract/posts/search-routes.ts'

import { App } from './app.tsx'
import { notFoundTexts } from './features/not-found/messages.ts'
import { headTags, missingPageHeadTags } from './features/page-head/head-tags.ts'
import { documentTitle } from './features/page-head/page-title.ts'
import { intentIn } from './features/sign-in/intent.ts'
import { EXPLORE_PATH } from './features/site/site-pages.ts'
import { SEARCH_PATH } from './features/topics/search-path.ts'
import { isOwnAddress } from './own-address.ts'
import type { PageData } from './page-data.tsx'
import { createQueryClient } from './query-client.ts'
import { RARE_PARTS } from './rare-parts.ts'
import { COLLECTION_PATH, findUrl, isSketched, loadPage, modulesOf, POST_PATH, urls } from './routes.ts'
import { matchPath } from './routing/match-path.ts'
import { StaticRouter } from './routing/router.tsx'
import { collectionPostsInput } from './screens/collection/first-posts.ts'
import { firstPostsInput } from './screens/creator-page/posts/creator-posts.ts'
import { tabAt } from './screens/creator-page/page-tab.ts'
import { FIRST_CREATORS_INPUT, FIRST_POSTS_INPUT } from './screens/explore/first-lists.ts'
import { answerOf, pageHeadFacts } from './server-head.ts'

/** A call whose answer is needed to render a page. */
export interface Preload {
  method: string
  path: string
  input: Record<string, unknown>
}

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
  if (url.path === EXPLORE_PATH)
    return [
      preload(listTopics, {}),
      preload(getCreators, FIRST_CREATORS_INPUT),
      preload(getPosts, FIRST_POSTS_INPUT),
    ]
  if (url.path === POST_PATH) {
    const { pageHandle = '', address = '' } = matchPath(POST_PATH, pathname) ?? {}
    return [preload(creatorDetails, { pageHandle }), preload(getPostByAddress, { pageHandle, address })]
  }
  if (url.path === COLLECTION_PATH) {
    const { pageHandle = '', address = '' } = matchPath(COLLECTION_PATH, pathname) ?? {}
    return [
      preload(creatorDetails, { pageHandle }),
      preload(getCollection, { pageHandle, address }),
      preload(listCollectionPosts, collectionPostsInput(pageHandle, address)),
    ]
  }
  if (url.frame === 'entry') return preloadsOfIntent(search)
  const { pageHandle } = matchPath(url.path, pathname) ?? {}
  if (pageHandle === undefined) return []
  const tab = tabAt(pathname)
  return [
    preload(creatorDetails, { pageHandle }),
    preload(getCreatorPlans, { pageHandle }),
    ...(tab === 'posts' ? [preload(getPostsByPageHandle, firstPostsInput(pageHandle))] : []),
    ...(tab === 'collections' ? [preload(listCollections, { pageHandle })] : []),
    ...(tab === 'about' ? [preload(getPageAbout, { pageHandle })] : []),
  ]
}

/** Whose page somebody came from, and what for. */
function preloadsOfIntent(search: string): Preload[] {
  const intent = intentIn(search)
  if (intent === null || intent.kind === 'create') return []
  const { pageHandle } = intent
  return [
    preload(creatorDetails, { pageHandle }),
    ...(intent.kind === 'join' ? [preload(getCreatorPlans, { pageHandle })] : []),
  ]
}

/** An address may begin with two slashes, which URL would read as another host. */
function partsOf(address: string): { pathname: string; search: string } {
  const at = address.indexOf('?')
  return at < 0
    ? { pathname: address, search: '' }
    : { pathname: address.slice(0, at), search: address.slice(at) }
}

function preload({ method, path }: Route, input: Preload['input']): Preload {
  return { method, path, input }
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
