import { creatorDetails, getCreators } from '#contract/creators/routes.ts'
import { getCreatorPlans } from '#contract/plans/routes.ts'
import { getPostsByPageHandle } from '#contract/posts/routes.ts'
import type { PageRenderer } from '#server/platform/pages/page-renderer.ts'

/**
 * Stands in for the web: creator pages (kept in lower case only), `/all` and the members' `/members`, which show the raw answers. The title names
 * the variant.
 */
export function rendererOfAnswers(): { renderer: PageRenderer; countRendered: () => number } {
  let rendered = 0
  const renderer: PageRenderer = {
    template: '<html><!--head--><!--app--><!--data--></html>',
    shellHead: () => '<title>shell</title>',
    addressOf: (url) => url.replace(/^\/\/\w+/, '').replace(/\?utm_source=\w+$/, ''),
    indexedPaths: () => [],
    modulesAt: () => [],
    preloadsFor(address, isReturning) {
      const [pathname = '/'] = address.split('?')
      if (pathname === '/members') return isReturning ? [] : null
      if (pathname === '/all') return [{ method: 'GET', path: getCreators.path, input: { limit: 100 } }]
      const input = { pageHandle: pathname.slice(1) }
      return [creatorDetails, getCreatorPlans, getPostsByPageHandle].map(({ method, path }) => ({
        method,
        path,
        input,
      }))
    },
    render(url, page, failed) {
      rendered += 1
      const status = failed.length > 0 && !page.isReturning ? 404 : 200
      return {
        status,
        head: `<title>${page.isReturning ? 'returning ' : ''}${url}</title>`,
        modules: [],
        mayKeep: url !== '/members' && url === url.toLowerCase(),
        html: JSON.stringify(page.answers.map(({ output }) => output)),
      }
    },
  }
  return { renderer, countRendered: () => rendered }
}
